in vec4 v_color;
in float v_side;
uniform float u_width;
out vec4 o_color;

void main() {
  float alpha = v_color.a * clamp((1.0 - abs(v_side)) * (u_width + 1.0) * 0.5 + 0.25, 0.0, 1.0);
  o_color = vec4(v_color.rgb, 1.0) * alpha;
}
