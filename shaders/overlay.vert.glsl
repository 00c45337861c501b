// The mesh once more as lines: its edges, or with NORMALS one line per vertex along the normal. TANGENTS draws the two
// other axes of a stored frame instead: u_axis 0 the tangent, 1 the direction in which the texture runs across it.
uniform mat4 u_clipFromWorld;
uniform mat4 u_worldFromModel;
uniform mat3 u_normalFromModel;
uniform float u_length;
#ifdef SECTION
out vec3 v_world;
#endif
#ifdef TANGENTS
layout(location = 4) in vec4 a_tangent;
uniform int u_axis;
#endif

void main() {
  vec3 position, normal;
  pose(position, normal);
#ifdef SECTION
  v_world = (u_worldFromModel * vec4(position, 1.0)).xyz;
#endif
#ifdef POINTS
  gl_PointSize = u_length;
#endif
#ifdef NORMALS
  vec3 world = (u_worldFromModel * vec4(position, 1.0)).xyz;
#ifdef TANGENTS
  vec3 tangent = turned(a_tangent.xyz), along = u_axis == 0 ? tangent : a_tangent.w * cross(normal, tangent);
  if (gl_VertexID == 1) world += normalize(mat3(u_worldFromModel) * along + vec3(0.0, 1e-9, 0.0)) * u_length * abs(a_tangent.w);
#else
  if (gl_VertexID == 1) world += normalize(u_normalFromModel * normal) * u_length;
#endif
  gl_Position = u_clipFromWorld * vec4(world, 1.0);
#else
  gl_Position = u_clipFromWorld * (u_worldFromModel * vec4(position, 1.0));
#endif
  gl_Position.z -= 0.0004 * gl_Position.w;
}
