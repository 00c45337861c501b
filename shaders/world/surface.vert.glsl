// Every surface of every phase, and the shadow volumes: one program, so that depths are equal to the bit.
layout(location = 0) in vec4 a_at;
layout(location = 1) in vec3 a_normal;
layout(location = 2) in vec2 a_uv;
layout(location = 3) in vec2 a_lightmapUv;
layout(location = 4) in uint a_job;
invariant gl_Position;
out vec3 v_fromEye;
out vec3 v_normal;
out vec2 v_uv;
out vec2 v_lightmapUv;
flat out uint v_job;

// Points with w = 0 lie at infinity, away from it.
uniform vec3 u_light;

void main() {
  uint job = a_job & 0x7fffffffu;
  mat4 m = jobMatrix(job);
  vec4 p = m * vec4(a_at.xyz, 1.0);
  v_fromEye = p.xyz - (a_at.w == 0.0 ? u_light : u_eye);
  gl_Position = project(v_fromEye, a_at.w);
#ifdef DEPTH
  // Near caps lie in the surface itself, and fail its depth test on every machine.
  if (job != a_job) gl_Position.z += 4.8e-7 * gl_Position.w;
#endif
  mat3 a = mat3(m);
  mat3 cofactors = mat3(cross(a[1], a[2]), cross(a[2], a[0]), cross(a[0], a[1]));
  float side = dot(a[0], cofactors[0]) < 0.0 ? -1.0 : 1.0;
  vec3 n = cofactors * a_normal * side;
  float size = length(n);
  v_normal = size > 0.0 ? n / size : n;
  v_uv = a_uv;
  v_lightmapUv = a_lightmapUv;
  v_job = job;
}
