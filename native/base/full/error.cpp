#include "base/result.h"

namespace vitrine {

struct Error::Fault {
  const Code* code;
  uint64_t offset;
  std::string message, path;
};

namespace {
const std::string kNothing;
}

Error::Error(const Sentence& sentence, uint64_t offset, Arguments arguments, const Phrase& path)
    : fault_(new Fault{&sentence.code, offset, to_text({sentence.text, arguments}), to_text(path)}) {}
Error::Error(const Error& other) : fault_(other.fault_ == nullptr ? nullptr : new Fault(*other.fault_)) {}
void Error::release(Fault* fault) { delete fault; }

const Code* Error::code() const { return fault_ == nullptr ? nullptr : fault_->code; }
uint64_t Error::offset() const { return fault_ == nullptr ? kNoOffset : fault_->offset; }
const std::string& Error::message() const { return fault_ == nullptr ? kNothing : fault_->message; }
const std::string& Error::path() const { return fault_ == nullptr ? kNothing : fault_->path; }

Error Error::at(uint64_t offset) const {
  Error out = *this;
  out.fault_->offset = offset;
  return out;
}
Error Error::at(uint64_t offset, std::string path) const {
  Error out = at(offset);
  out.fault_->path = std::move(path);
  return out;
}
Error Error::about(std::string_view what) const {
  Error out = *this;
  out.fault_->message += what;
  return out;
}

}  // namespace vitrine
