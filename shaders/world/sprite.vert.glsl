// Particles: a square per particle that faces the camera.
layout(location = 0) in vec3 a_at;
uniform mat4 u_matrix;
uniform float u_size;
out vec2 v_place;

void main() {
  v_place = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  vec3 centre = (u_matrix * vec4(a_at, 1.0)).xyz - u_eye;
  vec3 v = centre + (u_right * v_place.x + u_up * v_place.y) * (u_size * 0.5);
  gl_Position = dot(centre, u_dir) < u_near ? vec4(2.0, 2.0, 2.0, 1.0) : project(v, 1.0);
}
