// One direction of a Gaussian whose width differs by channel: contact stays crisp, what is higher spreads.
in vec2 v_ndc;
uniform sampler2D u_source;
uniform vec2 u_step;  // 1/512 of the texture along the direction
out vec4 o_color;

void main() {
  vec2 uv = v_ndc * 0.5 + 0.5;
  vec2 sum = vec2(0.0);
  float total = 0.0;
  for (int i = -8; i <= 8; ++i) {
    float weight = exp(-float(i * i) / 24.0);
    sum += weight * vec2(texture(u_source, uv + u_step * float(i) * 0.6).r, texture(u_source, uv + u_step * float(i) * 2.6).g);
    total += weight;
  }
  o_color = vec4(sum / total, 0.0, 1.0);
}
