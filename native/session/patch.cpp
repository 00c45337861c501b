#include "session/patch.h"

#include <algorithm>

namespace vitrine {

PatchedFile::PatchedFile(std::span<const uint8_t> original)
    : original_(original), bytes_(original.begin(), original.end()), pieces_{{0, original.size(), true}} {}

void PatchedFile::push(std::vector<Piece>& to, Piece piece) const {
  if (piece.size == 0) return;
  if (!to.empty() && to.back().original && piece.original && to.back().offset + to.back().size == piece.offset)
    to.back().size += piece.size;
  else
    to.push_back(piece);
}

void PatchedFile::apply(const std::vector<Edit>& edits) {
  std::vector<Piece> out;
  size_t piece = 0;
  uint64_t used = 0, at = 0;
  const auto take = [&](uint64_t until, bool keep) {
    while (at < until && piece < pieces_.size()) {
      const Piece& from = pieces_[piece];
      const uint64_t n = std::min(from.size - used, until - at);
      if (keep) push(out, {from.offset + used, n, from.original});
      used += n, at += n;
      if (used == from.size) ++piece, used = 0;
    }
  };
  for (const Edit& edit : edits) {
    take(edit.offset, true);
    take(edit.offset + edit.removed, false);
    push(out, {added_.size(), edit.bytes.size(), false});
    added_.insert(added_.end(), edit.bytes.begin(), edit.bytes.end());
  }
  take(bytes_.size(), true);
  pieces_ = std::move(out);
  bytes_.clear();
  for (const Piece& p : pieces_) {
    const uint8_t* from = (p.original ? original_.data() : added_.data()) + p.offset;
    bytes_.insert(bytes_.end(), from, from + p.size);
  }
}

std::vector<PatchedFile::Change> PatchedFile::changes() const {
  std::vector<Change> out;
  uint64_t was = 0, is = 0, pending = 0;
  const auto close = [&](uint64_t until) {
    if (pending != 0 || until > was) out.push_back({was, until, is - pending, is});
    pending = 0;
  };
  for (const Piece& p : pieces_) {
    if (!p.original) {
      pending += p.size, is += p.size;
      continue;
    }
    close(p.offset);
    was = p.offset + p.size;
    is += p.size;
  }
  close(original_.size());
  return out;
}

}  // namespace vitrine
