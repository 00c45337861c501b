// A bone as an octahedron from joint to joint, drawn from the vertex number alone.
layout(location = 0) in vec3 a_head;
layout(location = 1) in vec3 a_tail;
layout(location = 2) in vec4 a_color;
uniform mat4 u_clipFromWorld;
out vec3 v_world;
out vec4 v_color;

const int kCorners[24] = int[24](0, 2, 1, 0, 3, 2, 0, 4, 3, 0, 1, 4, 5, 1, 2, 5, 2, 3, 5, 3, 4, 5, 4, 1);

void main() {
  vec3 along = a_tail - a_head;
  float size = length(along);
  vec3 axis = size > 0.0 ? along / size : vec3(0.0, 1.0, 0.0);
  vec3 side = normalize(cross(axis, abs(axis.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0)));
  vec3 other = cross(axis, side);
  int corner = kCorners[gl_VertexID];
  vec3 ring = a_head + along * 0.14;
  float radius = size * 0.07;
  v_world = corner == 0 ? a_head : corner == 1 ? ring + side * radius : corner == 2 ? ring + other * radius
          : corner == 3 ? ring - side * radius : corner == 4 ? ring - other * radius : a_tail;
  v_color = a_color;
  gl_Position = u_clipFromWorld * vec4(v_world, 1.0);
}
