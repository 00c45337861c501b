// Fixes of md5 files.

#include "formats/md5/full/fixes.h"

#include <bit>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "formats/details.h"
#include "formats/md5/affine.h"
#include "formats/md5/fix_titles.h"
#include "formats/md5/full/places.h"
#include "formats/reread.h"

namespace vitrine::md5 {
namespace {

constexpr double kWeightTolerance = 1e-3, kLengthTolerance = 1e-6;

/// As exporters write numbers: ten digits behind the point, without the zeros at the end.
std::string decimal(double value) {
  char text[64];
  std::string out(text, static_cast<size_t>(std::snprintf(text, sizeof text, "%.10f", value)));
  while (out.ends_with('0')) out.pop_back();
  if (out.ends_with('.')) out.pop_back();
  return out == "-0" ? "0" : out;
}

class Finder {
 public:
  Finder(std::span<const uint8_t> bytes, const FormatRow& row)
      : bytes_(bytes),
        row_(row),
        kind_(row.kind),
        lists_(row.details->places == nullptr ? SourceRecordLists{} : row.details->places(bytes)),
        declared_(declared_numbers(bytes)) {}

  Fixes run() {
    numbers_and_ends();
    if (kind_ == "md5mesh") mesh();
    if (kind_ == "md5anim") animation();
    if (kind_ == "md5camera") camera();
    if (refused_ != nullptr) keep_counts_that_help();
    return std::move(fixes_);
  }

 private:
  Fix& fix(const char* code, const char* title) { return fix_for(fixes_, code, title); }
  std::string_view text(uint64_t from, uint64_t size) const {
    return {reinterpret_cast<const char*>(bytes_.data()) + from, static_cast<size_t>(size)};
  }
  static void replace(Fix& fix, const NumberPlace& number, const std::string& text) {
    fix.add(number.offset, number.size, text);
  }
  void count(const char* code, const char* word, uint64_t mesh, uint64_t found) {
    for (const DeclaredNumber& declared : declared_) {
      if (declared.word != word || declared.mesh != mesh || declared.number.value == static_cast<double>(found))
        continue;
      replace(fix(code, fix_titles::kCounts), declared.number, std::to_string(found));
    }
  }

  /// Repairs the lines that messages point at: forms of numbers, line ends, missing braces.
  void numbers_and_ends() {
    const Reread reading = reread(bytes_, row_);
    refused_ = reading.error;
    for (const Message& message : reading.said.messages()) {
      const std::string_view code = message.code->id;
      if (code == "MD5_NUMBER_FORM" || code == "MD5_OCTAL") number_form(message.code->id, message.offset);
      if (code == "MD5_NOT_CLOSED") {
        Fix& end = fix(message.code->id, fix_titles::kBrace);
        std::string braces = !bytes_.empty() && bytes_.back() != '\n' ? "\n" : "";
        for (uint32_t i = unclosed_blocks(bytes_); i > 0; --i) braces += "}\n";
        end.edits.clear();
        if (braces.size() > 1) end.add(bytes_.size(), 0, braces);
      }
      if (code == "MD5_CR_ONLY") {
        Fix& ends = fix(message.code->id, fix_titles::kLineEnds);
        ends.edits.clear();
        for (size_t i = 0; i < bytes_.size(); ++i) {
          if (bytes_[i] == '\r' && (i + 1 == bytes_.size() || bytes_[i + 1] != '\n')) ends.add(i, 1, "\n");
        }
      }
    }
  }

  /// If the file does not open, keeps fixes of counts only if it opens with them.
  void keep_counts_that_help() {
    Fix counts{refused_, fix_titles::kCounts, {}};
    for (const Fix& one : fixes_) {
      if (one.title == fix_titles::kCounts) counts.edits.insert(counts.edits.end(), one.edits.begin(), one.edits.end());
    }
    std::erase_if(fixes_, [](const Fix& one) { return one.title == fix_titles::kCounts; });
    std::sort(counts.edits.begin(), counts.edits.end(),
              [](const Edit& a, const Edit& b) { return a.offset < b.offset; });
    if (!counts.is_consistent()) return;
    std::vector<uint8_t> patched;
    size_t at = 0;
    for (const Edit& edit : counts.edits) {
      patched.insert(patched.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(at),
                     bytes_.begin() + static_cast<std::ptrdiff_t>(edit.offset));
      patched.insert(patched.end(), edit.bytes.begin(), edit.bytes.end());
      at = static_cast<size_t>(edit.offset + edit.removed);
    }
    patched.insert(patched.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(at), bytes_.end());
    if (!counts.edits.empty() && !reread(patched, row_).error) fixes_.push_back(std::move(counts));
  }

  void number_form(const char* code, uint64_t offset) {
    const auto numbers = numbers_between(bytes_, offset, std::min<uint64_t>(offset + 400, bytes_.size()));
    if (numbers.empty() || numbers[0].offset != offset) return;
    const std::string was(text(offset, numbers[0].size));
    std::string is = was;
    const bool whole = was.find_first_of(".eE") == std::string::npos;
    if (whole) {
      is = std::to_string(static_cast<int64_t>(numbers[0].value));
    } else {
      if (is[0] == '+') is.erase(0, 1);
      std::replace(is.begin(), is.end(), 'E', 'e');
      const size_t first = is[0] == '-' ? 1 : 0;
      if (is.substr(first).starts_with("0e")) is.insert(first + 1, ".0");
      while (!is.empty() && (is.back() == 'f' || is.back() == 'F' || is.back() == 'l' || is.back() == 'L'))
        is.pop_back();
    }
    Fix& all = fix(code, fix_titles::kNumbers);
    if (is == was || (!all.edits.empty() && all.edits.back().offset >= offset)) return;
    all.add(offset, numbers[0].size, is);
  }

  void sort(const SourceRecords& list) {
    std::vector<uint32_t> record_of(list.size(), list.size());
    for (uint32_t i = 0; i < list.size(); ++i) {
      if (list.numbers[i] >= list.size() || record_of[list.numbers[i]] != list.size()) return;  // no permutation
      record_of[list.numbers[i]] = i;
    }
    for (uint32_t slot = 0; slot < list.size(); ++slot) {
      const uint32_t from = record_of[slot];
      if (from != slot)
        fix("MD5_INDEX_ORDER", fix_titles::kOrder)
            .add(list.offsets[slot], list.sizes[slot], text(list.offsets[from], list.sizes[from]));
    }
  }

  void mesh() {
    uint64_t meshes = 0;
    for (const SourceRecords& list : lists_) {
      const std::string_view name = list.name;
      if (name == "mesh") ++meshes;
      if (name == "joint") count("MD5_COUNT", "numJoints", 0, list.size()), quaternions(list);
      if (name == "vert") count("MD5_COUNT", "numverts", list.owner, list.size()), sort(list);
      if (name == "tri") count("MD5_COUNT", "numtris", list.owner, list.size()), sort(list);
      if (name == "weight") count("MD5_COUNT", "numweights", list.owner, list.size()), sort(list);
    }
    count("MD5_NUM_MESHES", "numMeshes", 0, meshes);
    for (const SourceRecords& vertices : lists_) {
      if (vertices.kind != PlaceKind::kVertex) continue;
      for (const SourceRecords& weights : lists_) {
        if (weights.kind == PlaceKind::kWeight && weights.owner == vertices.owner) weight_sums(vertices, weights);
      }
    }
    const auto by_offset = [](const Edit& a, const Edit& b) { return a.offset < b.offset; };
    for (Fix& one : fixes_) std::sort(one.edits.begin(), one.edits.end(), by_offset);
  }

  void quaternions(const SourceRecords& joints) {
    for (uint32_t i = 0; i < joints.size(); ++i) {
      const auto n = numbers_between(bytes_, joints.offsets[i], joints.offsets[i] + joints.sizes[i]);
      if (n.size() < 7) continue;
      shorten(n, n.size() - 3);
    }
  }

  /// The orientation of three numbers in a row.
  void shorten(const std::vector<NumberPlace>& n, size_t first) {
    const glm::dvec3 q(n[first].value, n[first + 1].value, n[first + 2].value);
    const double square = glm::dot(q, q);
    if (!is_longer_than_one(q) || !std::isfinite(square)) return;
    Fix& unit = fix("MD5_QUATERNION_LENGTH", fix_titles::kOrientations);
    // Rounded towards zero, so that what is written is never longer than 1 again.
    for (size_t c = 0; c < 3; ++c)
      replace(unit, n[first + c], decimal(std::trunc(n[first + c].value / std::sqrt(square) * 1e10) / 1e10));
  }

  /// Those that a frame has whole; the base frame completes the others.
  void frame_quaternions(const std::vector<size_t>& orientations, const SourceRecords& frames) {
    if (orientations.empty()) return;
    for (uint32_t i = 0; i < frames.size(); ++i) {
      const auto n = numbers_between(bytes_, frames.offsets[i], frames.offsets[i] + frames.sizes[i]);
      // Behind the number of the frame.
      for (const size_t first : orientations)
        if (first + 4 <= n.size()) shorten(n, first + 1);
    }
  }

  void weight_sums(const SourceRecords& vertices, const SourceRecords& weights) {
    std::vector<uint32_t> uses(weights.size(), 0);
    for (uint32_t v = 0; v < vertices.size(); ++v) {
      const uint64_t first = vertices.links[2 * v], last = first + vertices.links[2 * v + 1];
      if (last > weights.size()) return;  // another fault comes first
      for (uint64_t w = first; w < last; ++w) ++uses[w];
    }
    // Biases by the number of the weight; the whole list in one walk.
    std::vector<NumberPlace> bias(weights.size());
    for (uint32_t i = 0; i < weights.size(); ++i) {
      if (weights.numbers[i] >= weights.size()) return;
      const auto n = numbers_between(bytes_, weights.offsets[i], weights.offsets[i] + weights.sizes[i]);
      if (n.size() < 6) return;
      bias[weights.numbers[i]] = n[2];
    }
    for (uint32_t v = 0; v < vertices.size(); ++v) {
      const uint32_t first = vertices.links[2 * v], last = first + vertices.links[2 * v + 1];
      double sum = 0;
      bool own = first != last;
      for (uint32_t w = first; w < last; ++w) sum += bias[w].value, own &= uses[w] == 1;
      if (!own || std::abs(sum - 1) <= kWeightTolerance || !(std::abs(sum) > kLengthTolerance)) continue;
      for (uint32_t w = first; w < last; ++w)
        replace(fix("MD5_WEIGHT_SUM", fix_titles::kWeights), bias[w], decimal(bias[w].value / sum));
    }
  }

  void animation() {
    const SourceRecords *hierarchy = nullptr, *bounds = nullptr, *base = nullptr, *frames = nullptr;
    for (const SourceRecords& list : lists_) {
      const std::string_view name = list.name;
      (name == "hierarchy" ? hierarchy : name == "bounds" ? bounds : name == "baseframe" ? base : frames) = &list;
    }
    if (hierarchy == nullptr || bounds == nullptr || base == nullptr || frames == nullptr) return;
    count("MD5_COUNT", "numFrames", 0, frames->size());
    if (hierarchy->size() == base->size()) count("MD5_COUNT", "numJoints", 0, base->size());
    if (bounds->size() > frames->size()) {
      Fix& extra = fix("MD5_BOUNDS_COUNT", fix_titles::kBounds);
      const uint32_t last = frames->size();
      if (last > 0) {
        const uint64_t from = bounds->offsets[last - 1] + bounds->sizes[last - 1];
        extra.add(from, bounds->end - from, "");
      }
    }
    std::vector<size_t> orientations;
    for (uint32_t i = 0; i < hierarchy->size(); ++i) {
      const auto n = numbers_between(bytes_, hierarchy->offsets[i], hierarchy->offsets[i] + hierarchy->sizes[i]);
      if (n.size() < 3) continue;
      const NumberPlace& flags = n[n.size() - 2];
      if (flags.value > 63)
        replace(fix("MD5_ANIM_FLAGS", fix_titles::kAnimFlags), flags,
                std::to_string(static_cast<uint32_t>(flags.value) & 63u));
      const uint32_t bits = flags.value >= 0 && flags.value <= UINT32_MAX ? static_cast<uint32_t>(flags.value) : 0;
      const double first = n.back().value;
      if ((bits & 56) == 56 && first >= 0 && first <= static_cast<double>(bytes_.size()))
        orientations.push_back(static_cast<size_t>(first) + static_cast<size_t>(std::popcount(bits & 7)));
    }
    // Joints may share components: each of them is written once.
    std::sort(orientations.begin(), orientations.end());
    std::vector<size_t> apart;
    for (const size_t first : orientations)
      if (apart.empty() || first >= apart.back() + 3) apart.push_back(first);
    frame_quaternions(apart, *frames);
    for (uint32_t i = 0; i < frames->size(); ++i) {
      const auto n = numbers_between(bytes_, frames->offsets[i], frames->offsets[i] + std::min(frames->sizes[i], 40u));
      if (!n.empty() && n[0].value != i)
        replace(fix("MD5_FRAME_ORDER", fix_titles::kFrameOrder), n[0], std::to_string(i));
    }
    frame_rate();
  }

  void frame_rate() {
    for (const DeclaredNumber& declared : declared_) {
      const double rate = declared.number.value;
      if (declared.word != "frameRate" || rate < 0 || (rate == std::floor(rate) && rate > 0)) continue;
      replace(fix("MD5_FRAME_RATE", fix_titles::kRate), declared.number,
              rate < 1 ? "24" : std::to_string(static_cast<int64_t>(rate)));
    }
  }

  void camera() {
    for (const SourceRecords& list : lists_) {
      if (std::string_view(list.name) == "frame") count("MD5_COUNT", "numFrames", 0, list.size());
    }
    frame_rate();
    const auto cuts = cut_numbers(bytes_);
    std::vector<double> sorted;
    for (const NumberPlace& cut : cuts) sorted.push_back(cut.value);
    std::sort(sorted.begin(), sorted.end());
    for (size_t i = 0; i < cuts.size(); ++i) {
      if (cuts[i].value != sorted[i])
        replace(fix("MD5_CUT_ORDER", fix_titles::kCuts), cuts[i], std::to_string(static_cast<int64_t>(sorted[i])));
    }
  }

  std::span<const uint8_t> bytes_;
  const FormatRow& row_;
  std::string_view kind_;
  SourceRecordLists lists_;
  std::vector<DeclaredNumber> declared_;
  const char* refused_ = nullptr;  ///< the code of a file that does not open
  Fixes fixes_;
};

}  // namespace

Fixes find_fixes(std::span<const uint8_t> bytes, const FormatRow& row) { return Finder(bytes, row).run(); }

}  // namespace vitrine::md5
