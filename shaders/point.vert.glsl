layout(location = 0) in vec3 a_position;
layout(location = 1) in vec4 a_color;
layout(location = 2) in float a_size;
uniform mat4 u_clipFromWorld;
out vec4 v_color;
out float v_size;

void main() {
  v_color = a_color;
  v_size = a_size;
  gl_Position = u_clipFromWorld * vec4(a_position, 1.0);
  gl_PointSize = a_size + 2.0;
}
