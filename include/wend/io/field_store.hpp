#pragma once
#include <wend/base/export.hpp>
#include <wend/planner.hpp>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace wend::io {

// Factors and fields in a folder, a file each, named by their key. A file is whole or it is not there; what is damaged,
// cut, of another version or of somebody else is as good as absent. Nothing is ever deleted. Any thread may call it.
class WEND_API DiskFieldStore final : public FieldStore {
 public:
  explicit DiskFieldStore(std::string folder);  // made when the first field is kept

  bool load(std::uint64_t key, std::vector<std::byte>& bytes) override;
  void save(std::uint64_t key, std::span<const std::byte> bytes) override;

  std::string path(std::uint64_t key) const;  // "folder/0123456789abcdef.field"
  std::size_t loaded() const;
  std::size_t saved() const;
  // Why a field was not kept, the first time; empty: all were. Not a failure: it is solved again next time.
  std::string warning() const;

 private:
  std::string folder_;
  mutable std::mutex mutex_;
  std::size_t loaded_ = 0, saved_ = 0;
  std::string warning_;
};

}  // namespace wend::io
