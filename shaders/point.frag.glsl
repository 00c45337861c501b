// A disc with a dark rim, so that it shows on any model.
in vec4 v_color;
in float v_size;
out vec4 o_color;

void main() {
  float radius = v_size * 0.5;
  float r = length(gl_PointCoord - 0.5) * (v_size + 2.0);
  float disc = clamp(radius - r + 0.5, 0.0, 1.0);
  float core = clamp(radius - 1.25 - r + 0.5, 0.0, 1.0);
  o_color = vec4(mix(vec3(0.08), v_color.rgb, core), 1.0) * disc * v_color.a;
}
