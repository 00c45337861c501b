#include "skin/kernels.h"

#ifdef VITRINE_SIMD
#include <emmintrin.h>

#include <limits>

namespace vitrine::skin {
namespace {

using F4 = __m128;

F4 load(const float* p) { return _mm_loadu_ps(p); }
F4 splat(float x) { return _mm_set1_ps(x); }
F4 madd(F4 a, F4 b, F4 c) { return _mm_add_ps(a, _mm_mul_ps(b, c)); }

template <int kLane>
F4 lane(F4 v) {
  return _mm_shuffle_ps(v, v, _MM_SHUFFLE(kLane, kLane, kLane, kLane));
}

/// 1 / length of four vectors; finite for the null vector.
F4 inverse_lengths(F4 a, F4 b, F4 c, F4 d) {
  // Turned into lanes by halves of 64 bits first. In WebAssembly a shuffle of floats that are not all read becomes one
  // of bytes, which takes ten instructions.
  const auto low = [](F4 p, F4 q) { return _mm_castpd_ps(_mm_unpacklo_pd(_mm_castps_pd(p), _mm_castps_pd(q))); };
  const auto high = [](F4 p, F4 q) { return _mm_castpd_ps(_mm_unpackhi_pd(_mm_castps_pd(p), _mm_castps_pd(q))); };
  const F4 ab = low(a, b), cd = low(c, d);
  const F4 x = _mm_shuffle_ps(ab, cd, _MM_SHUFFLE(2, 0, 2, 0)), y = _mm_shuffle_ps(ab, cd, _MM_SHUFFLE(3, 1, 3, 1));
  const F4 z = _mm_shuffle_ps(high(a, b), high(c, d), _MM_SHUFFLE(2, 0, 2, 0));
  const F4 square = _mm_add_ps(_mm_add_ps(_mm_mul_ps(x, x), _mm_mul_ps(y, y)), _mm_mul_ps(z, z));
  return _mm_div_ps(splat(1), _mm_sqrt_ps(_mm_add_ps(square, splat(std::numeric_limits<float>::min()))));
}

/// Gives four vectors length 1.
void make_units(F4& a, F4& b, F4& c, F4& d) {
  const F4 scale = inverse_lengths(a, b, c, d);
  a = _mm_mul_ps(a, lane<0>(scale));
  b = _mm_mul_ps(b, lane<1>(scale));
  c = _mm_mul_ps(c, lane<2>(scale));
  d = _mm_mul_ps(d, lane<3>(scale));
}

/// Writes x y z and spills one float, which the next vertex (or the buffer's slack) takes over.
void store(glm::vec3* to, F4 v) { _mm_storeu_ps(&to->x, v); }

F4 cross(F4 a, F4 b) {
  const auto yzx = [](F4 v) { return _mm_shuffle_ps(v, v, _MM_SHUFFLE(3, 0, 2, 1)); };
  return yzx(_mm_sub_ps(_mm_mul_ps(a, yzx(b)), _mm_mul_ps(yzx(a), b)));
}

struct Vertex {
  F4 position, normal;
};

// The sources of a run hold bare pointers, not the plan: stores of vectors may alias anything, and what is behind a
// reference would be read again after each of them. Influences are a loop even where their number is known: V8 puts all
// loads of a block before its arithmetic, and those of four influences do not fit into the registers.

template <bool kNormals>
struct ExactRun {
  uint32_t count;
  const glm::mat4* joints;
  const uint32_t* joint;
  const glm::vec4* term;
  const glm::vec4* normal_term;

  ExactRun(const SkinPlan& plan, const SkinRun& run, const Palette& palette)
      : count(run.influences),
        joints(palette.world_from_joint.data()),
        joint(plan.term_joints.data() + run.first_term),
        term(plan.terms.data() + run.first_term),
        normal_term(kNormals ? plan.normal_terms.data() + run.first_term : nullptr) {}

  Vertex next() {
    Vertex out{_mm_setzero_ps(), _mm_setzero_ps()};
    for (const uint32_t* end = joint + count; joint != end; ++joint) {
      const float* m = &joints[*joint][0].x;
      const F4 c0 = load(m), c1 = load(m + 4), c2 = load(m + 8), c3 = load(m + 12);
      const F4 t = load(&term++->x);
      out.position = _mm_add_ps(out.position, _mm_add_ps(madd(_mm_mul_ps(c0, lane<0>(t)), c1, lane<1>(t)),
                                                         madd(_mm_mul_ps(c2, lane<2>(t)), c3, lane<3>(t))));
      if (!kNormals) continue;
      const F4 u = load(&normal_term++->x);
      out.normal = _mm_add_ps(out.normal, madd(madd(_mm_mul_ps(c0, lane<0>(u)), c1, lane<1>(u)), c2, lane<2>(u)));
    }
    return out;
  }
};

template <bool kNormals>
struct BlendRun {
  uint32_t count;
  const glm::mat4* joints;
  const SkinPlan::JointWeight* term;
  const glm::vec3* position;
  const glm::vec3* normal;

  BlendRun(const SkinPlan& plan, const SkinRun& run, const Palette& palette)
      : count(run.influences),
        joints(palette.world_from_bind.data()),
        term(plan.blend_weights.data() + run.first_term),
        position(plan.bind_positions.data() + run.first_vertex),
        normal(plan.bind_normals.data() + run.first_vertex) {}

  Vertex next() {
    const float* m = &joints[term->joint][0].x;
    F4 weight = splat(term->weight);
    F4 c0 = _mm_mul_ps(load(m), weight), c1 = _mm_mul_ps(load(m + 4), weight);
    F4 c2 = _mm_mul_ps(load(m + 8), weight), c3 = _mm_mul_ps(load(m + 12), weight);
    for (const auto* end = term++ + count; term != end; ++term) {
      m = &joints[term->joint][0].x;
      weight = splat(term->weight);
      c0 = madd(c0, load(m), weight);
      c1 = madd(c1, load(m + 4), weight);
      c2 = madd(c2, load(m + 8), weight);
      c3 = madd(c3, load(m + 12), weight);
    }
    Vertex out{};
    out.position = _mm_add_ps(madd(_mm_mul_ps(c0, splat(position->x)), c1, splat(position->y)),
                              _mm_add_ps(_mm_mul_ps(c2, splat(position->z)), c3));
    ++position;
    if (!kNormals) return out;
    out.normal = madd(madd(_mm_mul_ps(c0, splat(normal->x)), c1, splat(normal->y)), c2, splat(normal->z));
    ++normal;
    return out;
  }
};

template <template <bool> class Run, bool kNormals>
void skin_run(const SkinPlan& plan, const Palette& palette, const SkinRun& run, PosedMesh& out) {
  Run<kNormals> source(plan, run, palette);
  glm::vec3* position = out.position_buffer.data() + run.first_vertex;
  glm::vec3* normal = out.normal_buffer.data() + run.first_vertex;
  const auto next = [&] {
    const Vertex vertex = source.next();
    store(position++, vertex.position);
    return vertex.normal;
  };
  uint32_t left = run.vertex_count;
  if (kNormals) {
    for (; left >= 4; left -= 4, normal += 4) {  // by four, for the lengths
      F4 a = next(), b = next(), c = next(), d = next();
      make_units(a, b, c, d);
      store(normal + 0, a), store(normal + 1, b), store(normal + 2, c), store(normal + 3, d);
    }
  }
  for (; left > 0; --left) {
    const F4 a = next();
    if (kNormals) store(normal++, _mm_mul_ps(a, lane<0>(inverse_lengths(a, a, a, a))));
  }
}

}  // namespace

void skin_runs_simd(const SkinPlan& plan, const Palette& palette, bool weighted_normals, PosedMesh& out) {
  for (const SkinRun& run : plan.runs) {
    if (run.blend && weighted_normals)
      skin_run<BlendRun, true>(plan, palette, run, out);
    else if (run.blend)
      skin_run<BlendRun, false>(plan, palette, run, out);
    else if (weighted_normals)
      skin_run<ExactRun, true>(plan, palette, run, out);
    else
      skin_run<ExactRun, false>(plan, palette, run, out);
  }
}

void recompute_normals_simd(const NormalPlan& plan, const glm::vec3* positions, glm::vec4* face_normals,
                            glm::vec3* normals) {
  const size_t face_count = plan.corners.size() / 3;
  const uint32_t* corner = plan.corners.data();
  for (size_t f = 0; f < face_count; ++f, corner += 3) {
    const F4 a = load(&positions[corner[0]].x);
    const F4 u = _mm_sub_ps(load(&positions[corner[1]].x), a), v = _mm_sub_ps(load(&positions[corner[2]].x), a);
    _mm_storeu_ps(&face_normals[f].x, cross(u, v));
  }
  // In a loop of its own: square roots and divisions take so long that they would hold up the next faces.
  for (size_t f = 0; f < face_count; f += 4) {
    float* at = &face_normals[f].x;
    F4 a = load(at), b = load(at + 4), c = load(at + 8), d = load(at + 12);
    make_units(a, b, c, d);
    _mm_storeu_ps(at, a), _mm_storeu_ps(at + 4, b), _mm_storeu_ps(at + 8, c), _mm_storeu_ps(at + 12, d);
  }
  if (face_count > 0) face_normals[face_count - 1] = glm::vec4(0);

  const uint32_t *face = plan.row_faces.data(), *vertex = plan.row_vertices.data();
  const auto normal_at = [&](uint32_t bytes) {
    // Whole rows of four: aligned as the first one is.
    return load(
        static_cast<const float*>(static_cast<const void*>(reinterpret_cast<const char*>(face_normals) + bytes)));
  };
  for (const uint32_t length : plan.row_lengths) {
    F4 a = _mm_setzero_ps(), b = a, c = a, d = a;
    for (const uint32_t* end = face + size_t{4} * length; face != end; face += 4) {
      a = _mm_add_ps(a, normal_at(face[0]));
      b = _mm_add_ps(b, normal_at(face[1]));
      c = _mm_add_ps(c, normal_at(face[2]));
      d = _mm_add_ps(d, normal_at(face[3]));
    }
    make_units(a, b, c, d);
    store(normals + vertex[0], a), store(normals + vertex[1], b);
    store(normals + vertex[2], c), store(normals + vertex[3], d);
    vertex += 4;
  }
  for (const auto& [to, from] : plan.copies) normals[to] = normals[from];
}

}  // namespace vitrine::skin
#endif
