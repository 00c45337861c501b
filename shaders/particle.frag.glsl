in vec2 v_disc;
in float v_alpha;
uniform vec4 u_color;  // linear; alpha
uniform float u_add;   // 0 covers what is behind, 1 adds to it
out vec4 o_color;

void main() {
  float r = dot(v_disc, v_disc);
  float alpha = u_color.a * v_alpha * (1.0 - smoothstep(0.1, 1.0, r));
  o_color = vec4(encodeSrgb(filmic(u_color.rgb)) * alpha, alpha * (1.0 - u_add));
}
