#include <algorithm>

#include "formats/md5/codes.h"
#include "formats/md5/read.h"
#include "formats/md5/sentences.h"

namespace vitrine::md5 {

void read_version(Lexer& lexer, int version) {
  lexer.expect("MD5Version", "at the start of the file");
  const uint64_t offset = lexer.here();
  const int64_t found = lexer.integer("the version");
  if (lexer.ok() && found != version) {
    lexer.fail(messages::kVersion, offset, {version, found});
  }
}

uint64_t plausible(const Lexer& lexer, uint64_t declared, uint64_t smallest_record_bytes) {
  return std::min<uint64_t>(declared, lexer.remaining() / smallest_record_bytes);
}

uint32_t read_count(Lexer& lexer, const char* what, uint64_t limit, uint64_t smallest_record_bytes) {
  const uint64_t offset = lexer.here();
  const int64_t count = lexer.integer(what);
  if (!lexer.ok()) return 0;
  if (count < 0) {
    lexer.fail(messages::kCountNegative, offset, {what, count});
    return 0;
  }
  const auto declared = static_cast<uint64_t>(count);
  if (declared > limit) {
    // A number that the file itself belies is no question of limits.
    if (plausible(lexer, declared, smallest_record_bytes) < declared) {
      lexer.fail(messages::kCountBeyondFile, offset, {what, declared, lexer.remaining() / smallest_record_bytes});
    } else {
      lexer.holds(check_limit(declared, limit, what, offset), offset);
    }
    return 0;
  }
  return static_cast<uint32_t>(declared);
}

void skip_unknown_key(Lexer& lexer, bool complete) {
  if (complete && !lexer.at_name()) return lexer.leave_rest();
  const Token key = lexer.peek();
  if (!lexer.ok()) return;
  if (key.kind != TokenKind::kName) {
    lexer.fail_expected({"a key"});
    return;
  }
  lexer.token();
  lexer.warn_game(messages::kUnknownKey, key.offset, {key.text.substr(0, 40)});
  lexer.skip_value();
}

std::string read_commandline(Lexer& lexer, bool join, std::span<const char* const> keys) {
  const uint64_t from = lexer.here();
  std::string text = lexer.text("a text for commandline", join);
  if (!lexer.ok() && lexer.forgive("the command line is", from, keys, true)) text.clear();
  return text;
}

bool first_time(Lexer& lexer, const char* key, bool& read, uint64_t offset) {
  if (read) lexer.fail(messages::kSecondBlock, offset, {key});
  read = true;
  return lexer.ok();
}

glm::dvec3 read_vec3(Lexer& lexer, const char* what) {
  glm::dvec3 v;
  lexer.expect('(', "before the vector");
  v.x = lexer.real64(what);
  v.y = lexer.real64(what);
  v.z = lexer.real64(what);
  lexer.expect(')', "after the vector");
  return v;
}

void read_block_end(Lexer& lexer, const char* where) {
  if (lexer.ok() && lexer.at_end()) {
    lexer.warn_game(messages::kBlockNotClosed, lexer.offset(), {where});
    return;
  }
  lexer.expect('}', where);
}

}  // namespace vitrine::md5
