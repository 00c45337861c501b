in vec2 v_place;
uniform vec4 u_color;
layout(location = 0) out vec4 o_color;

void main() {
  float falloff = max(0.0, 1.0 - dot(v_place, v_place));
  o_color = vec4(u_color.rgb * (u_color.a * falloff * falloff), 0.0);
}
