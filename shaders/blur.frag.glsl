// One direction of a Gaussian whose width differs by channel: contact stays crisp, what is higher spreads.
in vec2 v_ndc;
uniform sampler2D u_source;
uniform vec2 u_step;  // 1/512 of the texture along the direction
uniform float u_reach; // samples to each side, over the same width
out vec4 o_color;

void main() {
  vec2 uv = v_ndc * 0.5 + 0.5;
  // Weights exp(-x * x / 24) for x in equal steps up to 8, each from the one before.
  float part = 8.0 / u_reach, weight = 1.0, total = 1.0, ratio = exp(-part * part / 24.0), change = ratio * ratio;
  vec2 sum = texture(u_source, uv).rg, crisp = u_step * 0.6 * part, wide = u_step * 2.6 * part;
  for (float i = 1.0; i <= u_reach; i += 1.0) {
    weight *= ratio;
    ratio *= change;
    total += 2.0 * weight;
    sum.r += weight * (texture(u_source, uv + crisp * i).r + texture(u_source, uv - crisp * i).r);
    sum.g += weight * (texture(u_source, uv + wide * i).g + texture(u_source, uv - wide * i).g);
  }
  o_color = vec4(sum / total, 0.0, 1.0);
}
