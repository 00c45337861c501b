#pragma once
// The bytes of a patch and of the globals: what each is called, the generation that brought it, and its value in songs
// that are older.

#include <array>
#include <cstdint>
#include <string_view>

namespace vitrine::v2m {

struct Parameter {
  std::string_view module, name;
  uint8_t since = 0, usual = 0;  ///< generation, value before it
};

/// Parameters of a patch, in the order of the file; the modules follow one another.
inline constexpr std::array<Parameter, 89> kPatchParameters = {{
    {"voice", "pan"},
    {"voice", "transpose", 2, 64},
    {"osc1", "mode"},
    {"osc1", "ring", 2, 0},
    {"osc1", "transpose"},
    {"osc1", "detune"},
    {"osc1", "color"},
    {"osc1", "volume"},
    {"osc2", "mode"},
    {"osc2", "ring", 2, 0},
    {"osc2", "transpose"},
    {"osc2", "detune"},
    {"osc2", "color"},
    {"osc2", "volume"},
    {"osc3", "mode"},
    {"osc3", "ring", 2, 0},
    {"osc3", "transpose"},
    {"osc3", "detune"},
    {"osc3", "color"},
    {"osc3", "volume"},
    {"filter1", "mode"},
    {"filter1", "cutoff"},
    {"filter1", "resonance"},
    {"filter2", "mode"},
    {"filter2", "cutoff"},
    {"filter2", "resonance"},
    {"routing", "mode"},
    {"routing", "balance", 3, 64},
    {"drive", "mode"},
    {"drive", "gain"},
    {"drive", "first"},
    {"drive", "second"},
    {"env1", "attack"},
    {"env1", "decay"},
    {"env1", "sustain"},
    {"env1", "slope"},
    {"env1", "release"},
    {"env1", "amplify"},
    {"env2", "attack"},
    {"env2", "decay"},
    {"env2", "sustain"},
    {"env2", "slope"},
    {"env2", "release"},
    {"env2", "amplify"},
    {"lfo1", "mode"},
    {"lfo1", "sync"},
    {"lfo1", "once"},
    {"lfo1", "rate"},
    {"lfo1", "phase"},
    {"lfo1", "polarity", 5, 0},
    {"lfo1", "amplify"},
    {"lfo2", "mode"},
    {"lfo2", "sync"},
    {"lfo2", "once"},
    {"lfo2", "rate"},
    {"lfo2", "phase"},
    {"lfo2", "polarity", 5, 0},
    {"lfo2", "amplify"},
    {"key", "keysync"},
    {"channel", "volume"},
    {"channel", "receiveA", 6, 0},
    {"channel", "receiveB", 6, 0},
    {"channel", "sendA", 6, 0},
    {"channel", "sendB", 6, 0},
    {"channel", "reverb"},
    {"channel", "delay"},
    {"channel", "route"},
    {"channel", "boost", 1, 0},
    {"distortion", "mode"},
    {"distortion", "gain"},
    {"distortion", "first"},
    {"distortion", "second"},
    {"chorus", "amount"},
    {"chorus", "feedback"},
    {"chorus", "left"},
    {"chorus", "right"},
    {"chorus", "rate"},
    {"chorus", "depth"},
    {"chorus", "phase"},
    {"compressor", "mode", 1, 0},
    {"compressor", "stereo", 1, 0},
    {"compressor", "auto", 1, 1},
    {"compressor", "ahead", 1, 2},
    {"compressor", "threshold", 1, 90},
    {"compressor", "ratio", 1, 32},
    {"compressor", "attack", 1, 20},
    {"compressor", "release", 1, 64},
    {"compressor", "out", 1, 64},
    {"polyphony", "polyphony"},
}};

/// Parameters of the whole song.
inline constexpr std::array<Parameter, 23> kGlobalParameters = {{
    {"reverb", "time"},
    {"reverb", "highCut"},
    {"reverb", "lowCut", 4, 32},
    {"reverb", "volume"},
    {"delay", "amount"},
    {"delay", "feedback"},
    {"delay", "left"},
    {"delay", "right"},
    {"delay", "rate"},
    {"delay", "depth"},
    {"delay", "phase"},
    {"cuts", "lowCut"},
    {"cuts", "highCut"},
    {"compressor", "mode", 1, 0},
    {"compressor", "stereo", 1, 0},
    {"compressor", "auto", 1, 1},
    {"compressor", "ahead", 1, 2},
    {"compressor", "threshold", 1, 90},
    {"compressor", "ratio", 1, 32},
    {"compressor", "attack", 1, 20},
    {"compressor", "release", 1, 64},
    {"compressor", "out", 1, 64},
    {"unused", "unused", 6, 0},
}};

/// How many of them a generation stores.
template <size_t count>
constexpr uint32_t stored_count(const std::array<Parameter, count>& parameters, int version) {
  uint32_t stored = 0;
  for (const Parameter& parameter : parameters) stored += parameter.since <= version;
  return stored;
}

}  // namespace vitrine::v2m
