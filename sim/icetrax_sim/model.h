// The compiled hardware, one clock cycle at a time, and the window of cycles that is traced.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "Vtop.h"
#include "verilated.h"
#if TRACE
#include "verilated_vcd_c.h"
#endif

#include "hardware.h"

class Model {
public:
    // Traces the cycles from `from` up to but not including `to`; no file name, no trace.
    Model(const std::string& trace_file, uint64_t from, uint64_t to) : from_(from), to_(to) {
#if TRACE
        if (!trace_file.empty()) {
            context_.traceEverOn(true);
            trace_ = std::make_unique<VerilatedVcdC>();
            trace_->set_time_unit("1ps");
            trace_->set_time_resolution("1ps");
            top.trace(trace_.get(), 99);
            trace_->open(trace_file.c_str());
        }
#else
        (void)trace_file;
#endif
    }

    ~Model() {
#if TRACE
        if (trace_)
            trace_->close();
#endif
    }

    // Lets the inputs take effect on everything that is not a register. Outputs are valid from here up to the edge.
    void settle() {
        top.clk = 0;
        top.eval();
        dump(0);
    }

    // The rising edge that ends this cycle.
    void edge() {
        top.clk = 1;
        top.eval();
        dump(hardware::PERIOD_PS / 2);
        ++cycle_;
    }

    // Number of the present cycle since power-on.
    uint64_t cycle() const { return cycle_; }

private:
    void dump(uint64_t offset) {
#if TRACE
        if (trace_ && cycle_ >= from_ && cycle_ < to_)
            trace_->dump(cycle_ * hardware::PERIOD_PS + offset);
#else
        (void)offset;
#endif
    }

    // With SCRAMBLE what has no initial value starts at random, which has to be said before the model is made.
    struct Context : VerilatedContext {
        Context() {
#if SCRAMBLE
            randReset(2);
            randSeed(1);
#endif
        }
    };

    Context context_;

public:
    Vtop top{&context_};

private:
    uint64_t cycle_ = 0;
    uint64_t from_, to_;
#if TRACE
    std::unique_ptr<VerilatedVcdC> trace_;
#endif
};
