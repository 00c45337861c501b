// Lines of a width in pixels: one quad per line.
layout(location = 0) in vec3 a_from;
layout(location = 1) in vec3 a_to;
layout(location = 2) in vec4 a_color;
uniform mat4 u_clipFromWorld;
uniform vec2 u_viewport;
uniform float u_width;
out vec4 v_color;
out float v_side;

void main() {
  vec4 a = u_clipFromWorld * vec4(a_from, 1.0), b = u_clipFromWorld * vec4(a_to, 1.0);
  // Cut at the near plane, or the line turns around behind the eye.
  float da = a.z + a.w, db = b.z + b.w;
  if (da < 0.0) a = mix(a, b, da / (da - db) + 1e-4);
  if (db < 0.0) b = mix(b, a, db / (db - da) + 1e-4);
  vec2 along = (b.xy / b.w - a.xy / a.w) * u_viewport;
  vec2 across = length(along) > 0.0 ? normalize(vec2(-along.y, along.x)) : vec2(0.0, 1.0);
  vec4 end = gl_VertexID < 2 ? a : b;
  v_side = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
  v_color = a_color;
  gl_Position = end + vec4(across * v_side * (u_width + 1.0) / u_viewport * end.w, 0.0, 0.0);
  gl_Position.z -= 0.0004 * gl_Position.w;
}
