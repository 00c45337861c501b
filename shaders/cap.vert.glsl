// A square of the plane that cuts the model.
uniform mat4 u_clipFromWorld;
uniform vec3 u_center;
uniform vec3 u_bitangentSign;  // half edges of the square
uniform vec3 u_along;
out vec2 v_place;  // -1..1 over the square

void main() {
  v_place = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
  gl_Position = u_clipFromWorld * vec4(u_center + u_bitangentSign * v_place.x + u_along * v_place.y, 1.0);
}
