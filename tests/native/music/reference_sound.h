#pragma once
// Reference renders beside the checkout, and the measure that compares a render with them.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <numbers>
#include <string>
#include <vector>

namespace vitrine::test {

/// Left and right.
using Sides = std::vector<double>[2];

inline std::vector<uint8_t> read_all(std::FILE* in) {
  std::vector<uint8_t> bytes;
  uint8_t block[1 << 16];
  for (size_t n; (n = std::fread(block, 1, sizeof block, in)) > 0;) bytes.insert(bytes.end(), block, block + n);
  return bytes;
}
inline std::vector<uint8_t> file_bytes(const std::filesystem::path& path) {
  std::FILE* in = std::fopen(path.string().c_str(), "rb");
  if (in == nullptr) return {};
  std::vector<uint8_t> bytes = read_all(in);
  std::fclose(in);
  return bytes;
}
inline std::vector<uint8_t> unzipped(const std::filesystem::path& path) {
  std::FILE* in = popen(("gzip -dc '" + path.string() + "'").c_str(), "r");
  if (in == nullptr) return {};
  std::vector<uint8_t> bytes = read_all(in);
  pclose(in);
  return bytes;
}

/// Two sides of `count` 16-bit samples, low bytes then high bytes, zigzag differences to a straight line; the right one
/// as a difference to the left one.
inline void unpack(const std::vector<uint8_t>& data, size_t count, double scale, Sides& out) {
  std::vector<int16_t> sides[2];
  for (size_t side = 0; side < 2; ++side) {
    int p1 = 0, p2 = 0;
    for (size_t i = 0; i < count; ++i) {
      const size_t at = 2 * count * side + i;
      const unsigned z = data[at] | data[at + count] << 8;
      const auto v = static_cast<int16_t>(static_cast<int>((z >> 1) ^ (0u - (z & 1))) + 2 * p1 - p2);
      p2 = p1;
      p1 = v;
      sides[side].push_back(v);
    }
  }
  for (size_t i = 0; i < count; ++i) {
    out[0].push_back(sides[0][i] * scale / 32768);
    out[1].push_back(static_cast<int16_t>(sides[0][i] + sides[1][i]) * scale / 32768);
  }
}

struct Score {
  double snr_db = 0, gain_db = 0, rms95_db = 0, spectral_db = 0;
  int onset_blocks = 0;
};

inline double decibels(double x) { return 20 * std::log10(std::max(x, std::pow(10, -90.0 / 20))); }
inline std::vector<double> block_levels(const std::vector<double>& x) {
  std::vector<double> out;
  for (size_t i = 0; i + 256 <= x.size(); i += 256) {
    double sum = 0;
    for (size_t k = 0; k < 256; ++k) sum += x[i + k] * x[i + k];
    out.push_back(decibels(std::sqrt(sum / 256)));
  }
  return out;
}
inline int onset(const Sides& x) {
  const auto l = block_levels(x[0]), r = block_levels(x[1]);
  double most = -120;
  for (size_t i = 0; i < l.size(); ++i) most = std::max({most, l[i], r[i]});
  for (size_t i = 0; i < l.size(); ++i) {
    if (std::max(l[i], r[i]) > most - 40) return static_cast<int>(i);
  }
  return 0;
}
inline void transform(std::vector<std::complex<double>>& x) {
  const size_t n = x.size();
  if (n == 1) return;
  std::vector<std::complex<double>> even, odd;
  for (size_t i = 0; i < n; i += 2) even.push_back(x[i]), odd.push_back(x[i + 1]);
  transform(even);
  transform(odd);
  for (size_t k = 0; k < n / 2; ++k) {
    const auto t = std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n)) * odd[k];
    x[k] = even[k] + t;
    x[k + n / 2] = even[k] - t;
  }
}
/// Power spectra of Hann frames of 1024 samples, every `hop`.
inline std::vector<std::vector<double>> spectra(const std::vector<double>& x, size_t hop) {
  std::vector<std::vector<double>> out;
  for (size_t at = 0; at + 1024 <= x.size(); at += hop) {
    std::vector<std::complex<double>> frame;
    for (size_t i = 0; i < 1024; ++i)
      frame.push_back(x[at + i] * (0.5 - 0.5 * std::cos(2 * std::numbers::pi * static_cast<double>(i) / 1024)));
    transform(frame);
    out.emplace_back();
    for (size_t i = 0; i <= 512; ++i) out.back().push_back(std::norm(frame[i]));
  }
  return out;
}
/// The mean over frames of middle and side of the distance between spectra, down to 70 dB below the loudest bin.
inline double spectral_distance(const Sides& a, const Sides& b, size_t hop) {
  double sum = 0, count = 0, top = 0;
  for (const double sign : {1.0, -1.0}) {
    const auto mix = [&](const Sides& x) {
      std::vector<double> out;
      for (size_t i = 0; i < x[0].size(); ++i) out.push_back((x[0][i] + sign * x[1][i]) / 2);
      return out;
    };
    const auto first = spectra(mix(a), hop), second = spectra(mix(b), hop);
    for (const auto& frame : first) top = std::max(top, *std::max_element(frame.begin(), frame.end()));
    const double low = top * 1e-7 + 1e-12;
    for (size_t i = 0; i < first.size(); ++i) {
      double squares = 0, bins = 0;
      for (size_t k = 1; k <= 512; ++k) {
        const double u = first[i][k], v = second[i][k];
        if (u <= low && v <= low) continue;
        const double d = 10 * std::log10(std::max(u, low) / std::max(v, low));
        squares += d * d;
        ++bins;
      }
      if (bins >= 8) sum += std::sqrt(squares / bins), ++count;
    }
  }
  return count > 0 ? sum / count : 0;
}

inline Score compare(const Sides& reference, const Sides& render, size_t hop) {
  Score score;
  double rr = 0, rc = 0, cc = 0;
  std::vector<double> errors;
  for (int side = 0; side < 2; ++side) {
    const auto &r = reference[side], &c = render[side];
    for (size_t i = 0; i < r.size(); ++i) rr += r[i] * r[i], rc += r[i] * c[i], cc += c[i] * c[i];
    const auto a = block_levels(r), b = block_levels(c);
    const double lowest = std::max(*std::max_element(a.begin(), a.end()) - 50, -80.0);
    for (size_t i = 0; i < a.size(); ++i) {
      if (a[i] > lowest || b[i] > lowest) errors.push_back(std::fabs(std::max(a[i], lowest) - std::max(b[i], lowest)));
    }
  }
  score.snr_db = 10 * std::log10((rr + 1e-20) / std::max(rr - 2 * rc + cc, 1e-20));
  score.gain_db = 10 * std::log10((cc + 1e-12) / (rr + 1e-12));
  std::sort(errors.begin(), errors.end());
  if (!errors.empty()) score.rms95_db = errors[std::min(errors.size() - 1, errors.size() * 95 / 100)];
  score.onset_blocks = std::abs(onset(reference) - onset(render));
  score.spectral_db = spectral_distance(reference, render, hop);
  return score;
}

}  // namespace vitrine::test
