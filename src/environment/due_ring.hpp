#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace wend::environment {

// A pair of rows with what each saw when it was last tested; the two bits share the words of the rows.
struct WatchedPair {
  static constexpr std::uint32_t seen = std::uint32_t{1} << 31;
  std::uint32_t i = 0, j = 0;
  std::uint32_t row_i() const { return i & ~seen; }
  std::uint32_t row_j() const { return j & ~seen; }
  bool i_sees() const { return (i & seen) != 0; }
  bool j_sees() const { return (j & seen) != 0; }
};

// Buckets of pairs in a ring, in chunks of one pool: after warm-up nothing is allocated.
class DueRing {
 public:
  // Empties the ring. `buckets` is a power of two; a bucket's number may be anything, its place is the remainder.
  void reset(std::size_t buckets) {
    heads_.assign(buckets, none);
    chunks_.clear();
    free_ = none;
    size_ = 0;
  }
  std::size_t buckets() const { return heads_.size(); }
  std::size_t size() const { return size_; }

  void put(std::uint64_t bucket, WatchedPair pair) {
    std::uint32_t& head = heads_.data()[bucket & (heads_.size() - 1)];
    if (head == none || chunks_.data()[head].count == capacity) head = fresh_chunk(head);
    Chunk& chunk = chunks_.data()[head];
    chunk.pairs[chunk.count++] = pair;
    ++size_;
  }

  // Takes the pairs of the buckets first .. last out, then visits them; the visit may put pairs back.
  template <class Visit>
  void take(std::uint64_t first, std::uint64_t last, Visit&& visit) {
    taken_.clear();
    for (std::uint64_t bucket = first; bucket <= last; ++bucket) {
      std::uint32_t& head = heads_.data()[bucket & (heads_.size() - 1)];
      if (head != none) taken_.push_back(head);
      head = none;
    }
    for (const std::uint32_t first_chunk : taken_) {
      for (std::uint32_t at = first_chunk; at != none;) {
        const Chunk chunk = chunks_.data()[at];
        chunks_.data()[at].next = free_;
        free_ = at;
        at = chunk.next;
        size_ -= chunk.count;
        for (std::uint32_t k = 0; k < chunk.count; ++k) visit(chunk.pairs[k]);
      }
    }
  }

  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::uint32_t at : heads_) {
      for (; at != none; at = chunks_[at].next) {
        for (std::uint32_t k = 0; k < chunks_[at].count; ++k) visit(chunks_[at].pairs[k]);
      }
    }
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0}, capacity = 31;
  struct Chunk {
    std::uint32_t next = none, count = 0;
    WatchedPair pairs[capacity];
  };

  std::uint32_t fresh_chunk(std::uint32_t next) {
    std::uint32_t at = free_;
    if (at == none) {
      at = static_cast<std::uint32_t>(chunks_.size());
      chunks_.emplace_back();
    } else {
      free_ = chunks_[at].next;
    }
    chunks_[at].next = next;
    chunks_[at].count = 0;
    return at;
  }

  std::vector<std::uint32_t> heads_;
  std::vector<Chunk> chunks_;
  std::vector<std::uint32_t> taken_;
  std::uint32_t free_ = none;
  std::size_t size_ = 0;
};

}  // namespace wend::environment
