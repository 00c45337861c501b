// A vertex of two stored frames, packed as the file has them, mixed.
layout(location = 0) in uint a_row;
uniform highp usampler2D u_rows;  // position, normal by its number
uniform highp sampler2D u_directions;
uniform vec4 u_frames[4];  // scale and number of one frame, of the other; offset, share of the other; layout, vertices
bool isSigned() { return u_frames[3].x == 2.0; }
vec3 direction(uint number) { return texelFetch(u_directions, texelAt(number), 0).xyz; }

uvec4 rowOf(vec4 frame) { return texelFetch(u_rows, texelAt(uint(frame.w) * uint(u_frames[3].y) + a_row), 0); }
vec3 numbersOf(uvec4 row) { return isSigned() ? vec3(ivec3(row.xyz << 16) >> 16) : vec3(row.xyz); }
vec3 normalOf(uvec4 row) {
  if (!isSigned()) return direction(row.w);
  // An angle from +z, and one around it: cosine and sine of each.
  vec3 fromZ = direction(row.w & 255u), around = direction(row.w >> 8);
  return vec3(around.xy * fromZ.y, fromZ.x);
}

void pose(out vec3 position, out vec3 normal) {
  uvec4 first = rowOf(u_frames[0]), second = rowOf(u_frames[1]);
  position = numbersOf(first) * u_frames[0].xyz + numbersOf(second) * u_frames[1].xyz + u_frames[2].xyz;
  normal = mix(normalOf(first), normalOf(second), u_frames[2].w);
  normal /= max(length(normal), 1e-12);
}
