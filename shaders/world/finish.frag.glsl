// A step on the picture, given what a blur made of it: 0 color, 1 blur, 2 glow, 3 sharpen; 4 copies.
uniform highp sampler2D u_source, u_blurred;
uniform int u_kind;
uniform float u_amount;
layout(location = 0) out vec4 o_color;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec3 c = texelFetch(u_source, at, 0).rgb, soft = texelFetch(u_blurred, at, 0).rgb;
  if (u_kind == 0) {
    float y = dot(c, vec3(0.2126, 0.7152, 0.0722));
    c = y + (c - y) * u_amount;
  } else if (u_kind == 1) {
    c = soft;
  } else if (u_kind == 2) {
    c += u_amount * soft;
  } else if (u_kind == 3) {
    c += u_amount * (c - soft);
  }
  o_color = vec4(max(c, 0.0), 1.0);
}
