// The serial line to the player, with all that can go wrong on it, and the short way past it.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "conversation.h"
#include "model.h"

// Called twice in every cycle: `drive` sets the inputs, `sample` looks at the settled outputs and tells whether a byte has
// come out: `received`.
class Wire {
public:
    explicit Wire(Model& model) : model_(model) {}
    virtual ~Wire() = default;

    virtual void send(Heard byte) = 0;
    virtual void drive() = 0;
    virtual bool sample() = 0;

    // Nothing is left to be sent, and nothing is coming in.
    virtual bool idle() const = 0;

    // Drops what is under way.
    virtual void reset() = 0;

    uint8_t received = 0;

protected:
    Model& model_;
};

// Whole bytes, as fast as the player's queues take and give them. They can not be damaged.
class QueueWire : public Wire {
public:
    explicit QueueWire(Model& model) : Wire(model) {
        model.top.byte_link = 1;
        model.top.rx = 1;
        model.top.o_ready = 1;
    }

    void send(Heard byte) override { bytes_.push_back(byte.byte); }

    void drive() override {
        if (taken_)
            bytes_.pop_front();
        taken_ = false;
        model_.top.i_valid = !bytes_.empty();
        if (!bytes_.empty())
            model_.top.i_data = bytes_.front();
    }

    bool sample() override {
        taken_ = model_.top.i_valid && model_.top.i_ready;
        received = model_.top.o_data;
        return model_.top.o_valid;
    }

    bool idle() const override { return bytes_.empty() && !taken_; }

    void reset() override {
        bytes_.clear();
        taken_ = false;
    }

private:
    std::deque<uint8_t> bytes_;
    bool taken_ = false;
};

// Bits on the pins, 8N1. Times are in bits and need not be whole cycles.
class SerialWire : public Wire {
public:
    explicit SerialWire(Model& model) : Wire(model) {
        model.top.byte_link = 0;
        model.top.rx = 1;
        model.top.i_valid = 0;
        model.top.o_ready = 0;
    }

    // How much faster than it should be this side sends, in parts per million.
    void set_error(int ppm) { bit_ = double(hardware::DIVISOR) / (1 + ppm * 1e-6); }

    // A damaged byte has no stop bit, but the line is high for a bit after it.
    void send(Heard byte) override {
        hold(0, 1);
        for (int bit = 0; bit < 8; ++bit)
            hold(byte.byte >> bit & 1, 1);
        if (byte.damaged)
            hold(0, 1);
        hold(1, 1);
    }

    // Sets the line for some bits.
    void hold(int level, double bits) { edges_.push_back({level, bits * bit_}); }

    void drive() override {
        while (!edges_.empty() && time_ >= edges_.front().cycles) {
            time_ -= edges_.front().cycles;
            edges_.pop_front();
        }
        model_.top.rx = edges_.empty() ? 1 : edges_.front().level;
        time_ = edges_.empty() ? 0 : time_ + 1;
    }

    bool sample() override {
        bool done = false;
        if (left_ > 0 && --wait_ == 0) {
            --left_;
            wait_ = hardware::DIVISOR;
            if (left_ >= 2) {
                received = uint8_t(received >> 1 | model_.top.tx << 7);
            } else if (left_ == 1) {
                if (!model_.top.tx)
                    throw std::runtime_error("it has sent a byte without a stop bit");
                wait_ = hardware::DIVISOR / 2;
            } else {
                done = true;
            }
        }
        if (left_ == 0 && !model_.top.tx) {
            left_ = 10;
            wait_ = hardware::DIVISOR + hardware::DIVISOR / 2;
        }
        return done;
    }

    bool idle() const override { return edges_.empty() && left_ == 0; }

    void reset() override {
        edges_.clear();
        time_ = 0;
        left_ = 0;
    }

private:
    struct Edge {
        int level;
        double cycles;
    };

    std::deque<Edge> edges_;
    double bit_ = hardware::DIVISOR;
    double time_ = 0;  // cycles of the first edge that are over
    uint64_t wait_ = 0;
    unsigned left_ = 0;
};
