// The material of mesh.frag.glsl without images: what the very first picture is drawn with, small because drivers take
// their time for each instruction.
in vec3 v_world;
in vec3 v_normal;
uniform vec4 u_eye;  // w = 0: xyz is the direction towards an orthographic eye
uniform vec4 u_diffuse;
uniform float u_ground;
uniform float u_size;
out vec4 o_color;

void main() {
  vec3 v = u_eye.w > 0.0 ? normalize(u_eye.xyz - v_world) : u_eye.xyz, n = normalize(v_normal);
  float facing = dot(n, v);
  if (facing < 0.0) n -= 2.0 * facing * v;
  float height = clamp((v_world.y - u_ground) / u_size, 0.0, 1.0);
  float open = mix(1.0, smoothstep(-0.25, 0.35, height), max(-n.y, 0.0) * 0.6);
  o_color = vec4(encodeSrgb(filmic(shade(u_diffuse.rgb, vec3(0.035), 28.0, n, v, open))), 1.0);
}
