layout(location = 2) in vec2 a_uv;
layout(location = 3) in vec4 a_color;
uniform mat4 u_clipFromWorld;
uniform mat4 u_worldFromModel;
uniform mat3 u_normalFromModel;
uniform vec4 u_uvTransform;  // offset, scale
#ifdef HEAT
layout(location = 5) in float a_weight;
out float v_weight;
#endif
out vec3 v_world;
out vec3 v_normal;
out vec2 v_uv;
out vec4 v_color;
#ifdef NORMAL_MAP
layout(location = 4) in vec4 a_tangent;  // w: handedness of the texture coordinates
uniform float u_bitangentSign;  // -1 where the second axis of a normal map runs against v, or the root mirrors
out vec4 v_tangent;
#endif

void main() {
  vec3 position, normal;
  pose(position, normal);
  vec4 world = u_worldFromModel * vec4(position, 1.0);
  v_world = world.xyz;
  v_normal = u_normalFromModel * normal;
#ifdef NORMAL_MAP
  v_tangent = vec4(mat3(u_worldFromModel) * turned(a_tangent.xyz), a_tangent.w * u_bitangentSign);
#endif
  v_uv = a_uv * u_uvTransform.zw + u_uvTransform.xy;
  v_color = a_color;
#ifdef HEAT
  v_weight = a_weight;
#endif
  gl_Position = u_clipFromWorld * world;
}
