#pragma once
#include <wend/result.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace wend::io {

// The file behind a link, or the path as it is.
std::string real_path(const std::string& path);

// Removes what writers of this file have left that were killed; a live one holds its lock.
void sweep_leftovers(const std::string& path);

// A file beside its final place, locked against a second writer. It gets its name by publish() or disappears.
class Aside {
 public:
  // Makes <path>.partial-<pid>, empty. A final path that is a link means the file behind it.
  static Result<Aside> create(const std::string& path);
  Aside(Aside&&) noexcept;
  Aside& operator=(Aside&&) noexcept;
  ~Aside();  // discards what is not published

  const std::string& path() const { return path_; }  // as the user wrote it
  const std::string& name() const { return aside_; }
  int descriptor() const { return descriptor_; }

  // Everything reaches the disk, then the final name; then the directory reaches the disk. So many files that had the name
  // before stay, as <path>.1 (the last one), <path>.2, ...; at no moment is there none.
  Result<void> publish(int keep = 0);
  void discard();
  // It has its name; true also when only the flushing after that has failed.
  bool published() const { return published_; }

 private:
  Aside() = default;
  Result<void> keep_older(int count);
  std::string path_, final_, aside_;
  int descriptor_ = -1;
  bool published_ = false;
};

// Bytes written in order; the file appears complete or not at all.
class AtomicFile {
 public:
  static Result<AtomicFile> create(const std::string& path);

  Result<void> write(std::string_view bytes);  // buffered
  Result<void> flush();                        // hands the buffer to the system
  // Other bytes over the first ones, after all written so far.
  Result<void> rewrite_start(std::string_view bytes);
  Result<void> commit(int keep = 0);
  void discard() { aside_.discard(); }
  bool published() const { return aside_.published(); }

 private:
  explicit AtomicFile(Aside aside) : aside_(std::move(aside)) {}
  Result<void> write_all(std::string_view bytes);

  Aside aside_;
  std::string buffer_;
};

}  // namespace wend::io
