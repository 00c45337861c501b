layout(location = 2) in vec2 a_uv;
layout(location = 3) in vec4 a_color;
uniform mat4 u_clipFromWorld;
uniform mat4 u_worldFromModel;
uniform vec4 u_uvTransform;  // offset, scale
out vec3 v_world;
out vec3 v_normal;
out vec2 v_uv;
out vec4 v_color;

void main() {
  vec3 position, normal;
  pose(position, normal);
  vec4 world = u_worldFromModel * vec4(position, 1.0);
  v_world = world.xyz;
  v_normal = mat3(u_worldFromModel) * normal;
  v_uv = a_uv * u_uvTransform.zw + u_uvTransform.xy;
  v_color = a_color;
  gl_Position = u_clipFromWorld * world;
}
