// The model as the floor sees it: an orthographic view straight up.
#ifdef CUTOUT
layout(location = 2) in vec2 a_uv;
uniform vec4 u_uvTransform;  // offset, scale
out vec2 v_uv;
#endif
uniform mat4 u_worldFromModel;
uniform vec4 u_footprint;  // centre x, z; half size
uniform float u_ground;
uniform float u_size;
#ifdef SECTION
out vec3 v_world;
#endif
out float v_height;

void main() {
  vec3 position, normal;
  pose(position, normal);
  vec3 world = (u_worldFromModel * vec4(position, 1.0)).xyz;
#ifdef SECTION
  v_world = world;
#endif
#ifdef CUTOUT
  v_uv = a_uv * u_uvTransform.zw + u_uvTransform.xy;
#endif
  v_height = (world.y - u_ground) / u_size;
  gl_Position = vec4((world.xz - u_footprint.xy) / u_footprint.z, 0.0, 1.0);
}
