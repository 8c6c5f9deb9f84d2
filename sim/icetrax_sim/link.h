// The two ways by which bytes get into the hardware and out of it.
//
// A link is called twice in every cycle: `drive` sets the inputs, `sample` looks at the settled outputs. When `sample`
// returns true the hardware has just sent the byte `received`. `active` tells that a byte is under way.
#pragma once

#include <cstdint>
#include <deque>
#include <stdexcept>

#include "model.h"

// Bytes that wait for the link. `on_line(cycle)` is called when a line feed has arrived in the hardware.
template <class OnLine>
class Feed {
public:
    explicit Feed(OnLine on_line) : on_line_(on_line) {}

    std::deque<uint8_t> bytes;

    void arrived(uint8_t byte, uint64_t cycle) {
        if (byte == '\n')
            on_line_(cycle);
    }

    uint8_t take() {
        const uint8_t byte = bytes.front();
        bytes.pop_front();
        return byte;
    }

private:
    OnLine on_line_;
};

// Every bit on the pins, 8N1: what a serial chip does on a board. A byte has arrived when its stop bit is over.
//
// With `noise` other than 0, every byte whose number is a multiple of it arrives damaged: the line is low where its stop
// bit should be, and high for one bit after that, so that the next byte can be told from it.
class BitLink {
public:
    BitLink(Model& model, unsigned divisor, uint64_t noise) : model_(model), divisor_(divisor), noise_(noise) {
        model.top.rx = 1;
        model.top.divisor = divisor;
        model.top.byte_link = 0;
        model.top.i_valid = 0;
        model.top.o_ready = 0;
    }

    template <class Feed>
    void drive(Feed& feed) {
        if (send_wait_ > 1) {
            --send_wait_;
            return;
        }
        if (send_left_ > 0) {
            model_.top.rx = send_bits_ & 1;
            send_bits_ >>= 1;
            --send_left_;
            send_wait_ = divisor_;
            return;
        }
        if (sending_) {
            feed.arrived(sent_, model_.cycle());
            sending_ = false;
        }
        if (!feed.bytes.empty()) {
            sent_ = feed.take();
            const bool damaged = noise_ != 0 && ++sent_count_ % noise_ == 0;
            model_.top.rx = 0;
            send_bits_ = (damaged ? 0x200u : 0x100u) | sent_;
            send_left_ = damaged ? 10 : 9;
            send_wait_ = divisor_;
            sending_ = true;
        }
    }

    bool sample() {
        bool done = false;
        if (receive_left_ > 0 && --receive_wait_ == 0) {
            --receive_left_;
            if (receive_left_ >= 2) {  // middle of a data bit
                received = uint8_t(received >> 1 | model_.top.tx << 7);
                receive_wait_ = divisor_;
            } else if (receive_left_ == 1) {  // middle of the stop bit
                if (!model_.top.tx)
                    throw std::runtime_error("the hardware sent a byte without a stop bit");
                receive_wait_ = divisor_ - divisor_ / 2;
            } else {  // end of the stop bit
                done = true;
            }
        }
        if (receive_left_ == 0 && !model_.top.tx) {
            receive_left_ = 10;
            receive_wait_ = divisor_ + divisor_ / 2;
        }
        return done;
    }

    bool active() const { return sending_ || receive_left_ > 0; }

    uint8_t received = 0;

private:
    Model& model_;
    const unsigned divisor_;
    const uint64_t noise_;
    uint64_t sent_count_ = 0;
    unsigned send_wait_ = 0, send_left_ = 0, send_bits_ = 0;
    bool sending_ = false;
    uint8_t sent_ = 0;
    unsigned receive_wait_ = 0, receive_left_ = 0;
};

// Whole bytes straight into and out of the queues behind the pins, as fast as the hardware takes them.
class ByteLink {
public:
    explicit ByteLink(Model& model) : model_(model) {
        model.top.rx = 1;
        model.top.divisor = hardware::DIVISOR;
        model.top.byte_link = 1;
        model.top.i_valid = 0;
        model.top.o_ready = 1;
    }

    template <class Feed>
    void drive(Feed& feed) {
        if (taken_) {
            taken_ = false;
            model_.top.i_valid = 0;
            feed.arrived(feed.take(), model_.cycle());
        }
        if (!feed.bytes.empty()) {
            model_.top.i_valid = 1;
            model_.top.i_data = feed.bytes.front();
        }
    }

    bool sample() {
        taken_ = model_.top.i_valid && model_.top.i_ready;
        received = model_.top.o_data;
        return model_.top.o_valid;
    }

    bool active() const { return model_.top.i_valid; }

    uint8_t received = 0;

private:
    Model& model_;
    bool taken_ = false;
};
