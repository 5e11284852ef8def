#pragma once
#include <wend/base/export.hpp>
#include <wend/result.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace wend::io {

// Files that appear whole or not at all, whatever happens while they are written: a full disk, a kill, a lost power.
// The bytes go into <path>.partial-<pid> beside the final place. Once all of them are on the disk the file is renamed,
// so a reader finds the file of before or the new one, never a part. Errors are Errc::io and name the path and the
// cause. It costs two fsync() a file: milliseconds on most disks, so this is not for thousands of small files.

// Writes a whole file.
WEND_API Result<void> write_file(const std::string& path, std::string_view bytes);

// A file beside its final place, locked against a second writer, for code that writes through its name or descriptor.
// It gets its final name by publish() or disappears.
class WEND_API PendingFile {
 public:
  // Makes <path>.partial-<pid>, empty. A final path that is a link means the file behind it.
  static Result<PendingFile> create(const std::string& path);
  PendingFile(PendingFile&&) noexcept;
  PendingFile& operator=(PendingFile&&) noexcept;
  ~PendingFile();  // discards what is not published

  const std::string& path() const { return path_; }      // as the user wrote it
  const std::string& name() const { return pending_; }   // of the file while it is written
  int descriptor() const { return descriptor_; }         // -1 once it is published or discarded

  // Everything reaches the disk, then the final name; then the directory reaches the disk. So many files that had the
  // name before stay, as <path>.1 (the last one), <path>.2, ...; at no moment is there none.
  Result<void> publish(int keep = 0);
  void discard();
  // It has its name; true also when only the flushing after that has failed.
  bool published() const { return published_; }

 private:
  PendingFile() = default;
  Result<void> keep_older(int count);
  std::string path_, final_, pending_;
  int descriptor_ = -1;
  bool published_ = false;
};

// Bytes written in order, through a buffer of 64 KiB. After an error the file is gone.
class WEND_API AtomicFile {
 public:
  static Result<AtomicFile> create(const std::string& path);

  Result<void> write(std::string_view bytes);  // buffered
  Result<void> flush();                        // hands the buffer to the system
  // Other bytes over the first ones, after all written so far.
  Result<void> rewrite_start(std::string_view bytes);
  Result<void> commit(int keep = 0);  // as PendingFile::publish()
  void discard() { file_.discard(); }
  bool published() const { return file_.published(); }

 private:
  explicit AtomicFile(PendingFile file) : file_(std::move(file)) {}
  Result<void> write_all(std::string_view bytes);

  PendingFile file_;
  std::string buffer_;
};

// The file behind a link, or the path as it is.
WEND_API std::string real_path(const std::string& path);

// Removes what writers of this file have left that were killed; a live one holds its lock.
WEND_API void sweep_leftovers(const std::string& path);

}  // namespace wend::io
