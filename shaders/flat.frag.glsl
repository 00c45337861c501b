uniform vec4 u_color;  // premultiplied
#ifdef SECTION
in vec3 v_world;
uniform vec4 u_section;
#endif
out vec4 o_color;

void main() {
#ifdef SECTION
  if (dot(u_section, vec4(v_world, 1.0)) < 0.0) discard;
#endif
#ifdef POINTS
  if (length(gl_PointCoord - 0.5) > 0.5) discard;
#endif
  o_color = u_color;
}
