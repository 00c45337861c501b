// Block letters in the plane z = 0 of their matrix; the unit of the vertices is a cell.
layout(location = 0) in vec3 a_at;
uniform mat4 u_matrix;
uniform float u_size;

void main() {
  vec4 p = u_matrix * vec4(a_at.xy * (u_size / 7.0), 0.0, 1.0);
  gl_Position = project(p.xyz - u_eye, 1.0);
}
