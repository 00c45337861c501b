// Lines in world space, one pixel wide.
layout(location = 0) in vec3 a_at;
layout(location = 1) in vec3 a_color;
out vec3 v_color;

void main() {
  gl_Position = project(a_at - u_eye, 1.0);
  v_color = a_color;
}
