// One direction of a Gaussian, or with u_sigma < 0 of (1, 2, 1) / 4. The picture's edge goes on outside.
uniform highp sampler2D u_source;
uniform ivec2 u_step;
uniform float u_sigma;
// Only what is above it goes in.
uniform float u_threshold;
layout(location = 0) out vec4 o_color;

vec4 pixel(int i) {
  ivec2 at = clamp(ivec2(gl_FragCoord.xy) + u_step * i, ivec2(0), textureSize(u_source, 0) - 1);
  vec4 c = texelFetch(u_source, at, 0);
  return u_threshold > 0.0 ? max(c - u_threshold, 0.0) : c;
}

void main() {
  if (u_sigma < 0.0) {
    o_color = (pixel(-1) + pixel(0) * 2.0 + pixel(1)) * 0.25;
    return;
  }
  vec4 sum = pixel(0);
  float weights = 1.0;
  int reach = int(ceil(3.0 * u_sigma));
  for (int i = 1; i <= reach; ++i) {
    float weight = exp(-float(i * i) / (2.0 * u_sigma * u_sigma));
    sum += (pixel(i) + pixel(-i)) * weight;
    weights += 2.0 * weight;
  }
  o_color = sum / weights;
}
