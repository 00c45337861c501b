#pragma once
// Four numbers side by side: SSE2 (wasm: simd128) or plain C++, with the same results bit for bit.

#include <cstdint>

#if !defined(VITRINE_SCALAR) && defined(__SSE2__)
#include <emmintrin.h>
#define VITRINE_RENDER_SIMD 1
#endif

namespace vitrine::render {

#ifdef VITRINE_RENDER_SIMD

struct I4 {
  __m128i v;
  static I4 splat(int32_t x) { return {_mm_set1_epi32(x)}; }
  static I4 of(int32_t a, int32_t b, int32_t c, int32_t d) { return {_mm_setr_epi32(a, b, c, d)}; }
  static I4 load(const uint32_t* p) {
    return {_mm_loadu_si128(static_cast<const __m128i*>(static_cast<const void*>(p)))};
  }
  void store(uint32_t* p) const { _mm_storeu_si128(static_cast<__m128i*>(static_cast<void*>(p)), v); }
};
inline I4 operator+(I4 a, I4 b) { return {_mm_add_epi32(a.v, b.v)}; }
inline I4 operator|(I4 a, I4 b) { return {_mm_or_si128(a.v, b.v)}; }
/// Bit k: lane k is negative.
inline int signs(I4 a) { return _mm_movemask_ps(_mm_castsi128_ps(a.v)); }
inline I4 equal(I4 a, I4 b) { return {_mm_cmpeq_epi32(a.v, b.v)}; }

struct F4 {
  __m128 v;
  static F4 splat(float x) { return {_mm_set1_ps(x)}; }
  static F4 of(float a, float b, float c, float d) { return {_mm_setr_ps(a, b, c, d)}; }
  static F4 load(const float* p) { return {_mm_loadu_ps(p)}; }
  void store(float* p) const { _mm_storeu_ps(p, v); }
};
inline F4 operator+(F4 a, F4 b) { return {_mm_add_ps(a.v, b.v)}; }
inline F4 operator*(F4 a, F4 b) { return {_mm_mul_ps(a.v, b.v)}; }
/// Bit k: a >= b in lane k.
inline int at_least(F4 a, F4 b) { return _mm_movemask_ps(_mm_cmpge_ps(a.v, b.v)); }

/// Lanes of `bits` all ones.
inline __m128i lanes_of(int bits) {
  const __m128i one = _mm_setr_epi32(1, 2, 4, 8);
  return _mm_cmpeq_epi32(_mm_and_si128(_mm_set1_epi32(bits), one), one);
}
inline void store_lanes(float* p, F4 value, int bits) {
  const __m128 mask = _mm_castsi128_ps(lanes_of(bits));
  _mm_storeu_ps(p, _mm_or_ps(_mm_and_ps(mask, value.v), _mm_andnot_ps(mask, _mm_loadu_ps(p))));
}
inline void store_lanes(uint32_t* p, I4 value, int bits) {
  const __m128i mask = lanes_of(bits), old = I4::load(p).v;
  I4{_mm_or_si128(_mm_and_si128(mask, value.v), _mm_andnot_si128(mask, old))}.store(p);
}

#else

struct I4 {
  int32_t v[4];
  static I4 splat(int32_t x) { return {{x, x, x, x}}; }
  static I4 of(int32_t a, int32_t b, int32_t c, int32_t d) { return {{a, b, c, d}}; }
  static I4 load(const uint32_t* p) {
    return {{static_cast<int32_t>(p[0]), static_cast<int32_t>(p[1]), static_cast<int32_t>(p[2]),
             static_cast<int32_t>(p[3])}};
  }
  void store(uint32_t* p) const {
    for (int i = 0; i < 4; ++i) p[i] = static_cast<uint32_t>(v[i]);
  }
};
inline I4 operator+(I4 a, I4 b) { return {{a.v[0] + b.v[0], a.v[1] + b.v[1], a.v[2] + b.v[2], a.v[3] + b.v[3]}}; }
inline I4 operator|(I4 a, I4 b) { return {{a.v[0] | b.v[0], a.v[1] | b.v[1], a.v[2] | b.v[2], a.v[3] | b.v[3]}}; }
inline int signs(I4 a) { return (a.v[0] < 0) | (a.v[1] < 0) << 1 | (a.v[2] < 0) << 2 | (a.v[3] < 0) << 3; }
inline I4 equal(I4 a, I4 b) {
  I4 out{};
  for (int i = 0; i < 4; ++i) out.v[i] = a.v[i] == b.v[i] ? -1 : 0;
  return out;
}

struct F4 {
  float v[4];
  static F4 splat(float x) { return {{x, x, x, x}}; }
  static F4 of(float a, float b, float c, float d) { return {{a, b, c, d}}; }
  static F4 load(const float* p) { return {{p[0], p[1], p[2], p[3]}}; }
  void store(float* p) const {
    for (int i = 0; i < 4; ++i) p[i] = v[i];
  }
};
inline F4 operator+(F4 a, F4 b) { return {{a.v[0] + b.v[0], a.v[1] + b.v[1], a.v[2] + b.v[2], a.v[3] + b.v[3]}}; }
inline F4 operator*(F4 a, F4 b) { return {{a.v[0] * b.v[0], a.v[1] * b.v[1], a.v[2] * b.v[2], a.v[3] * b.v[3]}}; }
inline int at_least(F4 a, F4 b) {
  return (a.v[0] >= b.v[0]) | (a.v[1] >= b.v[1]) << 1 | (a.v[2] >= b.v[2]) << 2 | (a.v[3] >= b.v[3]) << 3;
}
inline void store_lanes(float* p, F4 value, int bits) {
  for (int i = 0; i < 4; ++i) p[i] = (bits >> i & 1) != 0 ? value.v[i] : p[i];
}
inline void store_lanes(uint32_t* p, I4 value, int bits) {
  for (int i = 0; i < 4; ++i) p[i] = (bits >> i & 1) != 0 ? static_cast<uint32_t>(value.v[i]) : p[i];
}

#endif

}  // namespace vitrine::render
