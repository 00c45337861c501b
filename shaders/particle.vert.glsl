// A particle as a disc that faces the view: everything comes from the particle itself.
layout(location = 0) in vec4 a_centerRadius;  // file space, radius
layout(location = 1) in vec4 a_life;   // age 0..1, random, number, seconds of life (0 = never dies)
uniform mat4 u_clipFromWorld;
uniform mat4 u_worldFromFile;
uniform vec2 u_scale;  // clip units of one unit across and up at w = 1
out vec2 v_disc;
out float v_alpha;

void main() {
  v_disc = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
  // Comes and goes softly, and spreads with its age.
  float age = a_life.w > 0.0 ? a_life.x : 0.4;
  v_alpha = smoothstep(0.0, 0.12, age) * (1.0 - smoothstep(0.45, 1.0, age));
  vec4 center = u_clipFromWorld * (u_worldFromFile * vec4(a_centerRadius.xyz, 1.0));
  gl_Position = center + vec4(v_disc * a_centerRadius.w * u_scale, 0.0, 0.0);
}
