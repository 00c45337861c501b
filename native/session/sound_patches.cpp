#include <algorithm>
#include <cmath>
#include <complex>
#include <nlohmann/json.hpp>
#include <numbers>

#include "music/filter.h"
#include "music/modulators.h"
#include "music/patch.h"
#include "music/song_of.h"
#include "session/sound.h"

namespace vitrine {
namespace {

using Json = nlohmann::ordered_json;

/// No program is above this.
constexpr size_t kMostPatches = 128;
constexpr uint64_t kPatchMemory = 256 << 10;  // of its tables, generously
constexpr double kTickMs = 1000.0 * music::kFrame / music::kRate;

/// Text for the byte of a parameter.
enum class UnitKind : uint8_t {
  kNumber,
  kPercent,        ///< of 128
  kAround,         ///< percent of 64, from 64 on
  kSides,          ///< -100 left, 100 right
  kSemitones,      ///< from 64 on
  kCents,          ///< from 64 on
  kLevel,          ///< dB of 128
  kGain,           ///< 6 dB per 16 steps, from 32 on
  kOutGain,        ///< likewise from 64 on
  kSend,           ///< dB, with the headroom of the buses
  kCutoff,         ///< Hz of the filter whose mode is the byte before
  kAttack,         ///< ms of an envelope
  kHalf,           ///< ms until half is left
  kSlope,          ///< dB per second
  kRate,           ///< Hz of an LFO
  kSweep,          ///< Hz of a chorus or delay
  kDegrees,        ///< degrees
  kSignedDegrees,  ///< likewise from 64 on
  kShort,          ///< ms of a chorus
  kLong,           ///< ms of the delay
  kAhead,          ///< ms as they are
  kThreshold,      ///< dB
  kCompressorAttack,
  kCompressorRelease,
  kBoost,  ///< dB
  kOnOff,
  kOscillator,
  kFilter,
  kDistortion,
  kLfo,
  kPolarity,
  kKeysync,
  kRouting,
  kRoute,
  kCompressor,
};

/// Units of the bytes of a patch, in the order of music::kPatchParameters.
constexpr UnitKind kPatchUnits[] = {
    // voice
    UnitKind::kSides, UnitKind::kSemitones,
    // three oscillators
    UnitKind::kOscillator, UnitKind::kOnOff, UnitKind::kSemitones, UnitKind::kCents, UnitKind::kPercent,
    UnitKind::kLevel, UnitKind::kOscillator, UnitKind::kOnOff, UnitKind::kSemitones, UnitKind::kCents,
    UnitKind::kPercent, UnitKind::kLevel, UnitKind::kOscillator, UnitKind::kOnOff, UnitKind::kSemitones,
    UnitKind::kCents, UnitKind::kPercent, UnitKind::kLevel,
    // two filters, their routing, the distortion of the voice
    UnitKind::kFilter, UnitKind::kCutoff, UnitKind::kPercent, UnitKind::kFilter, UnitKind::kCutoff, UnitKind::kPercent,
    UnitKind::kRouting, UnitKind::kAround, UnitKind::kDistortion, UnitKind::kGain, UnitKind::kPercent,
    UnitKind::kPercent,
    // two envelopes
    UnitKind::kAttack, UnitKind::kHalf, UnitKind::kPercent, UnitKind::kSlope, UnitKind::kHalf, UnitKind::kPercent,
    UnitKind::kAttack, UnitKind::kHalf, UnitKind::kPercent, UnitKind::kSlope, UnitKind::kHalf, UnitKind::kPercent,
    // two LFOs, the key
    UnitKind::kLfo, UnitKind::kOnOff, UnitKind::kOnOff, UnitKind::kRate, UnitKind::kDegrees, UnitKind::kPolarity,
    UnitKind::kPercent, UnitKind::kLfo, UnitKind::kOnOff, UnitKind::kOnOff, UnitKind::kRate, UnitKind::kDegrees,
    UnitKind::kPolarity, UnitKind::kPercent, UnitKind::kKeysync,
    // channel, its distortion and chorus
    UnitKind::kSend, UnitKind::kLevel, UnitKind::kLevel, UnitKind::kSend, UnitKind::kSend, UnitKind::kSend,
    UnitKind::kSend, UnitKind::kRoute, UnitKind::kBoost, UnitKind::kDistortion, UnitKind::kGain, UnitKind::kPercent,
    UnitKind::kPercent, UnitKind::kAround, UnitKind::kAround, UnitKind::kShort, UnitKind::kShort, UnitKind::kSweep,
    UnitKind::kPercent, UnitKind::kSignedDegrees,
    // compressor, polyphony
    UnitKind::kCompressor, UnitKind::kOnOff, UnitKind::kOnOff, UnitKind::kAhead, UnitKind::kThreshold,
    UnitKind::kPercent, UnitKind::kCompressorAttack, UnitKind::kCompressorRelease, UnitKind::kOutGain,
    UnitKind::kNumber};
/// Units of music::kGlobalParameters, without the byte that nothing reads.
constexpr UnitKind kGlobalUnits[] = {
    // reverb
    UnitKind::kNumber, UnitKind::kPercent, UnitKind::kPercent, UnitKind::kLevel,
    // delay
    UnitKind::kAround, UnitKind::kAround, UnitKind::kLong, UnitKind::kLong, UnitKind::kSweep, UnitKind::kPercent,
    UnitKind::kSignedDegrees,
    // cuts
    UnitKind::kPercent, UnitKind::kPercent,
    // compressor
    UnitKind::kCompressor, UnitKind::kOnOff, UnitKind::kOnOff, UnitKind::kAhead, UnitKind::kThreshold,
    UnitKind::kPercent, UnitKind::kCompressorAttack, UnitKind::kCompressorRelease, UnitKind::kOutGain};
static_assert(std::size(kPatchUnits) == music::kPatchParameters.size());
static_assert(std::size(kGlobalUnits) == music::kGlobalParameters.size() - 1);

constexpr const char* kOscillators[] = {"off", "saw", "pulse", "sine", "noise", "fm", "auxA", "auxB"};
constexpr const char* kFilters[] = {"off", "low", "band", "high", "notch", "all", "moogLow", "moogHigh"};
constexpr const char* kDistortions[] = {"off",  "overdrive", "clip",  "crush", "decimate", "low",
                                        "band", "high",      "notch", "all",   "moogLow",  "moogHigh"};
constexpr const char* kLfos[] = {"saw", "triangle", "pulse", "sine", "random"};
constexpr const char* kPolarities[] = {"positive", "negative", "both"};
constexpr const char* kKeysyncs[] = {"none", "oscillators", "everything"};
constexpr const char* kRoutings[] = {"single", "serial", "parallel"};
constexpr const char* kRoutes[] = {"distortionFirst", "chorusFirst"};
constexpr const char* kCompressors[] = {"off", "peak", "rms"};
constexpr const char* kSwitch[] = {"off", "on"};

std::span<const char* const> words_of(UnitKind unit) {
  switch (unit) {
    case UnitKind::kOnOff:
      return kSwitch;
    case UnitKind::kOscillator:
      return kOscillators;
    case UnitKind::kFilter:
      return kFilters;
    case UnitKind::kDistortion:
      return kDistortions;
    case UnitKind::kLfo:
      return kLfos;
    case UnitKind::kPolarity:
      return kPolarities;
    case UnitKind::kKeysync:
      return kKeysyncs;
    case UnitKind::kRouting:
      return kRoutings;
    case UnitKind::kRoute:
      return kRoutes;
    case UnitKind::kCompressor:
      return kCompressors;
    default:
      return {};
  }
}

double decibels(double x) { return 20 * std::log10(x); }
double octaves10(double p) { return std::exp2(10 * (p / 128 - 1)); }

/// Where a filter that runs twice per sample has its corner: two poles or a ladder.
double cutoff_hz(double p, bool ladder) {
  const double f = octaves10(p), twice = 2.0 * music::kRate / std::numbers::pi;
  if (!ladder) return twice * std::asin(std::min(1.0, f / 2));
  const double t0 = f / 4, pole = t0 + 0.8 * t0 * (1 - t0);
  return twice * std::atan(pole / (1 - pole));
}
/// Ticks until a value that is multiplied by 1 - 2^(-11 p/128) is halved.
double half_ms(double p) {
  const double left = 1 - std::exp2(-11 * p / 128);
  return left <= 0 ? 0 : std::log(0.5) / std::log(left) * kTickMs;
}

struct Said {
  double value = 0;
  const char* unit = "";
};
Said said(UnitKind unit, double p, bool ladder) {
  switch (unit) {
    case UnitKind::kPercent:
      return {p / 1.28, "%"};
    case UnitKind::kAround:
      return {(p - 64) / 0.64, "%"};
    case UnitKind::kSides:
      return {(p - 64) / 0.64, "%"};
    case UnitKind::kSemitones:
      return {p - 64, "st"};
    case UnitKind::kCents:
      return {(p - 64) / 1.28, "ct"};
    case UnitKind::kLevel:
      return {decibels(p / 128), "dB"};
    case UnitKind::kGain:
      return {decibels(std::exp2((p - 32) / 16)), "dB"};
    case UnitKind::kOutGain:
      return {decibels(std::exp2((p - 64) / 16)), "dB"};
    case UnitKind::kSend:
      return {decibels(0.6 * p / 128), "dB"};
    case UnitKind::kCutoff:
      return {cutoff_hz(p, ladder), "Hz"};
    case UnitKind::kAttack:
      return {std::ceil(std::exp2(0.09375 * p)) * kTickMs, "ms"};
    case UnitKind::kHalf:
      return {half_ms(p), "ms"};
    case UnitKind::kSlope:
      return {decibels(std::exp2(0.0019375 * (p - 64))) * 1000 / kTickMs, "dB/s"};
    case UnitKind::kRate:
      return {1000 / kTickMs / 4 * octaves10(p), "Hz"};
    case UnitKind::kSweep:
      return {1973915.4866 * octaves10(p) * music::kRate / 4294967296.0, "Hz"};
    case UnitKind::kDegrees:
      return {p / 128 * 360, "°"};
    case UnitKind::kSignedDegrees:
      return {(p - 64) / 128 * 360, "°"};
    case UnitKind::kShort:
      return {p * 8 / (music::kRate / 1000.0), "ms"};
    case UnitKind::kLong:
      return {p * 248 / (music::kRate / 1000.0), "ms"};
    case UnitKind::kAhead:
      return {p, "ms"};
    case UnitKind::kThreshold:
      return {decibels(8 * octaves10(p)), "dB"};
    case UnitKind::kCompressorAttack:
      return {std::exp2(12 * p / 128) / (music::kRate / 1000.0), "ms"};
    case UnitKind::kCompressorRelease:
      return {std::exp2(16 * p / 128) / (music::kRate / 1000.0), "ms"};
    case UnitKind::kBoost:
      return {decibels(std::exp2(p / 64)), "dB"};
    default:
      return {p, ""};
  }
}

double rounded(double x, double steps) { return std::round(x * steps) / steps; }

/// Levels of an envelope, 0 to 1, at equal steps: a key that is held until it no longer changes, and let go of.
Json envelope_line(const float* p) {
  constexpr int kMost = 700, kSteady = 60, kPoints = 96;
  music::Envelope envelope;
  envelope.set(p);
  envelope.start();
  std::vector<float> levels;
  int steady = 0;
  while (static_cast<int>(levels.size()) < kMost && steady < kSteady) {
    envelope.step(true);
    const float level = envelope.out() / 128;
    steady = !levels.empty() && levels.back() == level ? steady + 1 : 0;
    levels.push_back(level);
  }
  const size_t released = levels.size();
  while (levels.size() < released + kMost && !envelope.off()) {
    envelope.step(false);
    levels.push_back(envelope.out() / 128);
  }
  const size_t step = levels.size() / kPoints + 1;
  Json points = Json::array();
  for (size_t i = 0; i < levels.size(); i += step) points.push_back(rounded(std::min(1.0f, levels[i]), 1000));
  return {{"stepMs", rounded(static_cast<double>(step) * kTickMs, 1000)},
          {"released", rounded(static_cast<double>(released) / static_cast<double>(step), 100)},
          {"levels", std::move(points)}};
}

/// Decibels from 30 Hz to 16 kHz, at equal steps of pitch: what an impulse too small for the ladder's cube becomes.
Json response_line(const float* p) {
  constexpr int kPoints = 49, kSamples = 4096;
  constexpr float kImpulse = 1.0f / 256;
  const music::FilterSettings settings(music::round_i32(p[0]), p[1], p[2]);
  music::Filter filter, silent;
  std::vector<double> answer;
  for (int i = 0; i < kSamples; ++i)
    answer.push_back((double{filter.step(settings, i == 0 ? kImpulse : 0)} - silent.step(settings, 0)) / kImpulse);
  Json levels = Json::array();
  for (int point = 0; point < kPoints; ++point) {
    const double hz = 30 * std::pow(16000.0 / 30, point / (kPoints - 1.0));
    const auto step = std::polar(1.0, -2 * std::numbers::pi * hz / music::kRate);
    std::complex<double> sum = 0, at = 1;
    for (const double x : answer) sum += x * at, at *= step;
    const double level = decibels(std::max(1e-3, std::abs(sum)));
    levels.push_back(std::isfinite(level) ? rounded(std::clamp(level, -60.0, 40.0), 10) : 40.0);
  }
  return {{"fromHz", 30}, {"toHz", 16000}, {"levels", std::move(levels)}};
}

/// One parameter, and the mode it chooses if it is one. `before` is the byte before it.
Json value_json(const music::Parameter& parameter, UnitKind unit, uint8_t raw, uint8_t before, Json place, Json& mode) {
  const auto words = words_of(unit);
  Json row = {{"name", parameter.name}, {"raw", raw}};
  if (!words.empty()) {
    // Values above the last word as in the original: filters and oscillators use their last bits.
    const size_t word = raw < words.size() ? raw : words.size() == 8 ? raw & 7u : words.size() - 1;
    row["value"] = words[word];
    row["unit"] = "";
    if (parameter.name == "mode") mode = words[word];
  } else {
    const Said number = said(unit, raw, (before & 7) >= 6);
    row["value"] = std::isfinite(number.value) ? Json(rounded(number.value, 1000)) : Json(nullptr);
    row["unit"] = number.unit;
  }
  row["at"] = std::move(place);
  return row;
}

/// `values` are bytes of `parameters`, `place(i)` the offset of one or null.
template <class Place>
Json modules_json(std::span<const music::Parameter> parameters, std::span<const UnitKind> units,
                  std::span<const uint8_t> values, Place&& place) {
  Json out = Json::array();
  for (size_t first = 0, end = 0; first < units.size(); first = end) {
    const std::string_view module = parameters[first].module;
    Json rows = Json::array(), mode = nullptr;
    for (end = first; end < units.size() && parameters[end].module == module; ++end) {
      const uint8_t before = end > first ? values[end - 1] : uint8_t{0};
      rows.push_back(value_json(parameters[end], units[end], values[end], before, place(static_cast<int>(end)), mode));
    }
    Json row = {{"id", module}, {"mode", mode}, {"on", mode != "off"}, {"values", std::move(rows)}};
    float p[6] = {};
    std::copy(values.begin() + static_cast<ptrdiff_t>(first),
              values.begin() + static_cast<ptrdiff_t>(std::min(end, first + std::size(p))), p);
    if (units[first] == UnitKind::kAttack)
      row["envelope"] = envelope_line(p);
    else if (units[first] == UnitKind::kFilter && mode != "off")
      row["response"] = response_line(p);
    out.push_back(std::move(row));
  }
  return out;
}

/// "osc1.volume" of a parameter.
std::string name_of(int parameter) {
  const auto& [module, name, since, usual] = music::kPatchParameters[static_cast<size_t>(parameter)];
  return std::string(module) + "." + std::string(name);
}

constexpr const char* kSources[] = {"velocity", "c1",   "c2",   "c3",   "c4",   "c5",  "c6",
                                    "c7",       "env1", "env2", "lfo1", "lfo2", "note"};

Json modulations_json(const music::Patch& patch) {
  Json out = Json::array();
  for (const auto* list : {&patch.voice, &patch.channel}) {
    for (const music::Modulation& row : *list)
      out.push_back({{"source", kSources[std::min<int>(row.source, music::kNoteSource)]},
                     {"percent", rounded(double{row.factor} * 100, 10)},
                     {"parameter", name_of(row.destination)}});
  }
  return out;
}

}  // namespace

Result<Json> patches_report(std::span<const uint8_t> file, Budget& budget) {
  VITRINE_TRY(const music::SongBytes found, music::read_song(file, &budget));
  const auto& song = found.song;
  const uint64_t at = found.at;
  const music::Bank bank = music::read_bank(found.bytes, song);
  const size_t count = std::min(bank.patches.size(), kMostPatches);
  VITRINE_CHECK(budget.charge(count, kPatchMemory, at));
  Json patches = Json::array();
  uint64_t from = song.patches.at + 4 * song.patches.sizes.size();
  for (size_t i = 0; i < count; ++i) {
    const music::Patch& patch = bank.patches[i];
    const auto place = [&](int parameter) -> Json {
      const int stored = music::stored_parameter(parameter, song.version);
      return stored < 0 ? Json(nullptr) : Json(at + from + static_cast<uint64_t>(stored));
    };
    patches.push_back({{"index", i},
                       {"at", at + from},
                       {"bytes", song.patches.sizes[i]},
                       {"modules", modules_json(music::kPatchParameters, kPatchUnits, patch.values, place)},
                       {"modulations", modulations_json(patch)}});
    from += song.patches.sizes[i];
  }
  const auto place = [&](int number) -> Json {
    const int stored = music::stored_global(number, song.version);
    return stored < 0 ? Json(nullptr) : Json(at + song.globals_at + static_cast<uint64_t>(stored));
  };
  return Json{{"patches", std::move(patches)},
              {"globals",
               {{"at", at + song.globals_at},
                {"bytes", song.globals_bytes},
                {"modules", modules_json(music::kGlobalParameters, kGlobalUnits, bank.globals, place)}}}};
}

}  // namespace vitrine
