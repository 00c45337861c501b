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

/// x, y, z of four vectors, turned into lanes.
struct Lanes {
  F4 x, y, z;
};
Lanes transpose(F4 a, F4 b, F4 c, F4 d) {
  const F4 ab = _mm_unpacklo_ps(a, b), cd = _mm_unpacklo_ps(c, d);
  const F4 ab_high = _mm_unpackhi_ps(a, b), cd_high = _mm_unpackhi_ps(c, d);
  return {_mm_movelh_ps(ab, cd), _mm_movehl_ps(cd, ab), _mm_movelh_ps(ab_high, cd_high)};
}

/// 1 / length of four vectors; finite for the null vector.
F4 inverse_lengths(const Lanes& v) {
  const F4 square = _mm_add_ps(_mm_add_ps(_mm_mul_ps(v.x, v.x), _mm_mul_ps(v.y, v.y)), _mm_mul_ps(v.z, v.z));
  return _mm_div_ps(splat(1), _mm_sqrt_ps(_mm_add_ps(square, splat(std::numeric_limits<float>::min()))));
}

template <int kLane>
F4 lane(F4 v) {
  return _mm_shuffle_ps(v, v, _MM_SHUFFLE(kLane, kLane, kLane, kLane));
}

/// Writes x y z and spills one float, which the next vertex (or the buffer's slack) takes over.
void store(glm::vec3* to, F4 v) { _mm_storeu_ps(&to->x, v); }

void store_units(glm::vec3* to, F4 a, F4 b, F4 c, F4 d) {
  const F4 scale = inverse_lengths(transpose(a, b, c, d));
  store(to + 0, _mm_mul_ps(a, lane<0>(scale)));
  store(to + 1, _mm_mul_ps(b, lane<1>(scale)));
  store(to + 2, _mm_mul_ps(c, lane<2>(scale)));
  store(to + 3, _mm_mul_ps(d, lane<3>(scale)));
}
void store_unit(glm::vec3* to, F4 a) { store(to, _mm_mul_ps(a, lane<0>(inverse_lengths(transpose(a, a, a, a))))); }

struct Vertex {
  F4 position, normal;
};

// The sources of a run hold bare pointers, not the plan: stores of vectors may alias anything, and what is behind a
// reference would be read again after each of them.

/// kCount 0: run.influences, whatever it is.
template <int kCount, bool kNormals>
struct ExactRun {
  uint32_t count;
  const glm::mat4* joints;
  const uint32_t* joint;
  const glm::vec4* term;
  const glm::vec4* normal_term;

  ExactRun(const SkinPlan& plan, const SkinRun& run, const Palette& palette)
      : count(kCount ? uint32_t(kCount) : run.influences),
        joints(palette.world_from_joint.data()),
        joint(plan.term_joints.data() + run.first_term),
        term(plan.terms.data() + run.first_term),
        normal_term(kNormals ? plan.normal_terms.data() + run.first_term : nullptr) {}

  Vertex next() {
    Vertex out{_mm_setzero_ps(), _mm_setzero_ps()};
    const uint32_t n = kCount ? uint32_t(kCount) : count;
    for (uint32_t i = 0; i < n; ++i) {
      const float* m = &joints[joint[i]][0].x;
      const F4 c0 = load(m), c1 = load(m + 4), c2 = load(m + 8), c3 = load(m + 12);
      const float* t = &term[i].x;
      out.position = _mm_add_ps(out.position, _mm_add_ps(madd(_mm_mul_ps(c0, splat(t[0])), c1, splat(t[1])),
                                                         madd(_mm_mul_ps(c2, splat(t[2])), c3, splat(t[3]))));
      if (!kNormals) continue;
      const float* u = &normal_term[i].x;
      out.normal = _mm_add_ps(out.normal, madd(madd(_mm_mul_ps(c0, splat(u[0])), c1, splat(u[1])), c2, splat(u[2])));
    }
    joint += n;
    term += n;
    if (kNormals) normal_term += n;
    return out;
  }
};

template <int kCount, bool kNormals>
struct BlendRun {
  uint32_t count;
  const glm::mat4* joints;
  const SkinPlan::JointWeight* term;
  const glm::vec3* position;
  const glm::vec3* normal;

  BlendRun(const SkinPlan& plan, const SkinRun& run, const Palette& palette)
      : count(kCount ? uint32_t(kCount) : run.influences),
        joints(palette.world_from_bind.data()),
        term(plan.blend_weights.data() + run.first_term),
        position(plan.bind_positions.data() + run.first_vertex),
        normal(plan.bind_normals.data() + run.first_vertex) {}

  Vertex next() {
    const float* m = &joints[term->joint][0].x;
    F4 weight = splat(term->weight);
    F4 c0 = _mm_mul_ps(load(m), weight), c1 = _mm_mul_ps(load(m + 4), weight);
    F4 c2 = _mm_mul_ps(load(m + 8), weight), c3 = _mm_mul_ps(load(m + 12), weight);
    const uint32_t n = kCount ? uint32_t(kCount) : count;
    for (uint32_t i = 1; i < n; ++i) {
      m = &joints[term[i].joint][0].x;
      weight = splat(term[i].weight);
      c0 = madd(c0, load(m), weight);
      c1 = madd(c1, load(m + 4), weight);
      c2 = madd(c2, load(m + 8), weight);
      c3 = madd(c3, load(m + 12), weight);
    }
    term += n;
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

template <class Run, bool kNormals>
void skin_run(Run source, const SkinRun& run, PosedMesh& out) {
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
      const F4 a = next(), b = next(), c = next(), d = next();
      store_units(normal, a, b, c, d);
    }
  }
  for (; left > 0; --left) {
    const F4 a = next();
    if (kNormals) store_unit(normal++, a);
  }
}

template <template <int, bool> class Run, bool kNormals>
void skin_run_by_count(const SkinPlan& plan, const SkinRun& run, const Palette& palette, PosedMesh& out) {
  switch (run.influences) {
    case 1:
      return skin_run<Run<1, kNormals>, kNormals>({plan, run, palette}, run, out);
    case 2:
      return skin_run<Run<2, kNormals>, kNormals>({plan, run, palette}, run, out);
    case 4:
      return skin_run<Run<4, kNormals>, kNormals>({plan, run, palette}, run, out);
    default:
      return skin_run<Run<0, kNormals>, kNormals>({plan, run, palette}, run, out);
  }
}

}  // namespace

void skin_runs_simd(const SkinPlan& plan, const Palette& palette, bool weighted_normals, PosedMesh& out) {
  for (const SkinRun& run : plan.runs) {
    if (run.blend && weighted_normals)
      skin_run_by_count<BlendRun, true>(plan, run, palette, out);
    else if (run.blend)
      skin_run_by_count<BlendRun, false>(plan, run, palette, out);
    else if (weighted_normals)
      skin_run_by_count<ExactRun, true>(plan, run, palette, out);
    else
      skin_run_by_count<ExactRun, false>(plan, run, palette, out);
  }
}

void recompute_normals_simd(const NormalPlan& plan, const glm::vec3* positions, glm::vec4* face_normals,
                            glm::vec3* normals) {
  const auto corner = [&](size_t i) { return load(&positions[plan.corners[i]].x); };
  for (size_t i = 0; i < plan.corners.size(); i += 12) {
    const Lanes a = transpose(corner(i), corner(i + 3), corner(i + 6), corner(i + 9));
    const Lanes b = transpose(corner(i + 1), corner(i + 4), corner(i + 7), corner(i + 10));
    const Lanes c = transpose(corner(i + 2), corner(i + 5), corner(i + 8), corner(i + 11));
    const Lanes u{_mm_sub_ps(b.x, a.x), _mm_sub_ps(b.y, a.y), _mm_sub_ps(b.z, a.z)};
    const Lanes v{_mm_sub_ps(c.x, a.x), _mm_sub_ps(c.y, a.y), _mm_sub_ps(c.z, a.z)};
    const Lanes n{_mm_sub_ps(_mm_mul_ps(u.y, v.z), _mm_mul_ps(u.z, v.y)),
                  _mm_sub_ps(_mm_mul_ps(u.z, v.x), _mm_mul_ps(u.x, v.z)),
                  _mm_sub_ps(_mm_mul_ps(u.x, v.y), _mm_mul_ps(u.y, v.x))};
    const F4 scale = inverse_lengths(n);
    F4 x = _mm_mul_ps(n.x, scale), y = _mm_mul_ps(n.y, scale), z = _mm_mul_ps(n.z, scale), w = _mm_setzero_ps();
    _MM_TRANSPOSE4_PS(x, y, z, w);
    float* to = &face_normals[i / 3].x;
    _mm_storeu_ps(to, x);
    _mm_storeu_ps(to + 4, y);
    _mm_storeu_ps(to + 8, z);
    _mm_storeu_ps(to + 12, w);
  }

  const auto row_sum = [&](size_t row) {
    F4 sum = _mm_setzero_ps();
    for (uint32_t i = plan.row_faces_first[row]; i < plan.row_faces_first[row + 1]; ++i)
      sum = _mm_add_ps(sum, load(&face_normals[plan.row_faces[i]].x));
    return sum;
  };
  const auto serve = [&](size_t row, F4 normal) {  // rows do not serve vertices in order: exactly 12 bytes
    for (uint32_t i = plan.row_vertices_first[row]; i < plan.row_vertices_first[row + 1]; ++i) {
      float* to = &normals[plan.row_vertices[i]].x;
      _mm_storel_pi(reinterpret_cast<__m64*>(to), normal);
      _mm_store_ss(to + 2, _mm_movehl_ps(normal, normal));
    }
  };
  const size_t row_count = plan.row_faces_first.size() - 1;
  for (size_t row = 0; row < row_count; row += 4) {
    F4 sums[4];
    for (size_t i = 0; i < 4; ++i) sums[i] = row + i < row_count ? row_sum(row + i) : _mm_setzero_ps();
    const F4 scale = inverse_lengths(transpose(sums[0], sums[1], sums[2], sums[3]));
    const F4 units[4] = {_mm_mul_ps(sums[0], lane<0>(scale)), _mm_mul_ps(sums[1], lane<1>(scale)),
                         _mm_mul_ps(sums[2], lane<2>(scale)), _mm_mul_ps(sums[3], lane<3>(scale))};
    for (size_t i = 0; i < 4 && row + i < row_count; ++i) serve(row + i, units[i]);
  }
}

}  // namespace vitrine::skin
#endif
