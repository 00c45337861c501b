// How much a point above the floor darkens it: r falls off within a twelfth of the model's size, g within a third.
in float v_height;
#ifdef CUTOUT
in vec2 v_uv;
uniform sampler2D u_texture;
uniform float u_cutoff;
#endif
#ifdef SECTION
in vec3 v_world;
uniform vec4 u_section;
#endif
out vec4 o_color;

void main() {
#ifdef SECTION
  if (dot(u_section, vec4(v_world, 1.0)) < 0.0) discard;
#endif
#ifdef CUTOUT
  if (texture(u_texture, v_uv).a < u_cutoff) discard;
#endif
  float h = max(v_height, 0.0);
  o_color = vec4(exp(-h * 12.0), exp(-h * 3.0) * 0.8, 0.0, 1.0);
}
