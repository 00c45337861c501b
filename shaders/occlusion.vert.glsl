// The model as the floor sees it: an orthographic view straight up.
uniform mat4 u_worldFromModel;
uniform vec4 u_footprint;  // centre x, z; half size
uniform float u_ground;
uniform float u_size;
out float v_height;

void main() {
  vec3 position, normal;
  pose(position, normal);
  vec3 world = (u_worldFromModel * vec4(position, 1.0)).xyz;
  v_height = (world.y - u_ground) / u_size;
  gl_Position = vec4((world.xz - u_footprint.xy) / u_footprint.z, 0.0, 1.0);
}
