// The projection of worlds: the far plane is at infinity, and a point with w = 0 is a direction.
uniform vec3 u_eye, u_right, u_up, u_dir;
uniform vec2 u_slope;
uniform float u_near;

// v = p - w * eye. Every program finds depths by this one expression.
vec4 project(vec3 v, float w) {
  float depth = dot(v, u_dir);
  const float k = 1.0 - 1e-6;
  return vec4(dot(v, u_right) * u_slope.x, dot(v, u_up) * u_slope.y, k * depth - (1.0 + k) * u_near * w, depth);
}
