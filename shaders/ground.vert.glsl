// A square of the floor around the model.
uniform mat4 u_clipFromWorld;
uniform vec3 u_center;
uniform float u_extent;
out vec2 v_ground;

void main() {
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
  v_ground = u_center.xz + corner * u_extent;
  gl_Position = u_clipFromWorld * vec4(v_ground.x, u_center.y, v_ground.y, 1.0);
}
