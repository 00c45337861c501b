// A vertex of the current pose. CPU: positions and normals arrive posed. GPU_SKIN: any number of influences, read from a
// texture, against a palette of three position rows and three normal rows per joint. GPU_FRAMES: see
// frames.glsl. Textures of many texels are 4096 wide.
ivec2 texelAt(uint index) { return ivec2(index & 4095u, index >> 12); }
#ifdef GPU_SKIN
layout(location = 0) in uvec2 a_run;
layout(location = 1) in vec3 a_normal;
uniform highp sampler2D u_influences;
uniform highp sampler2D u_palette;
// Two texels per influence.
vec4 influenceTexel(uint index) { return texelFetch(u_influences, texelAt(index), 0); }

void pose(out vec3 position, out vec3 normal) {
  position = vec3(0.0);
  normal = vec3(0.0);
  for (uint i = a_run.x; i < a_run.x + a_run.y; ++i) {
    vec4 offset = influenceTexel(2u * i);
    int joint = int(influenceTexel(2u * i + 1u).x);
    for (int row = 0; row < 3; ++row) {
      position[row] += dot(texelFetch(u_palette, ivec2(row, joint), 0), offset);
      normal[row] += offset.w * dot(texelFetch(u_palette, ivec2(row + 3, joint), 0).xyz, a_normal);
    }
  }
}

/// A direction of the bind pose, turned as the normals are.
vec3 turned(vec3 bind) {
  vec3 sum = vec3(0.0);
  for (uint i = a_run.x; i < a_run.x + a_run.y; ++i) {
    float weight = influenceTexel(2u * i).w;
    int joint = int(influenceTexel(2u * i + 1u).x);
    for (int row = 0; row < 3; ++row) sum[row] += weight * dot(texelFetch(u_palette, ivec2(row + 3, joint), 0).xyz, bind);
  }
  return sum;
}
#elif !defined GPU_FRAMES
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;

void pose(out vec3 position, out vec3 normal) {
  position = a_position;
  normal = a_normal;
}

vec3 turned(vec3 posed) { return posed; }
#endif
