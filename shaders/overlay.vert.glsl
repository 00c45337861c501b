// The mesh once more as lines: its edges, or with NORMALS one line per vertex along the normal.
uniform mat4 u_clipFromWorld;
uniform mat4 u_worldFromModel;
uniform float u_length;

void main() {
  vec3 position, normal;
  pose(position, normal);
#ifdef NORMALS
  vec3 world = (u_worldFromModel * vec4(position, 1.0)).xyz;
  if (gl_VertexID == 1) world += normalize(mat3(u_worldFromModel) * normal) * u_length;
  gl_Position = u_clipFromWorld * vec4(world, 1.0);
#else
  gl_Position = u_clipFromWorld * (u_worldFromModel * vec4(position, 1.0));
#endif
  gl_Position.z -= 0.0004 * gl_Position.w;
}
