in vec3 v_world;
in vec3 v_normal;
in vec2 v_uv;
in vec4 v_color;
uniform vec4 u_eye;  // w = 0: xyz is the direction towards an orthographic eye
uniform vec4 u_diffuse;
uniform vec3 u_specular;
uniform float u_exponent;
uniform sampler2D u_texture;
uniform bool u_textured;
uniform bool u_shadeless;
uniform float u_cutoff;  // negative = no alpha test
uniform float u_ground;
uniform float u_size;
uniform float u_selected;
out vec4 o_color;

void main() {
  vec4 base = u_diffuse * vec4(decodeSrgb(v_color.rgb), v_color.a);
  if (u_textured) base *= texture(u_texture, v_uv);
  if (base.a < u_cutoff) discard;
  vec3 v = u_eye.w > 0.0 ? normalize(u_eye.xyz - v_world) : u_eye.xyz;
  vec3 n = normalize(v_normal);
  // Where normals are missing (degenerate triangles) the face itself decides.
  if (!(dot(n, n) > 0.5)) n = normalize(cross(dFdx(v_world), dFdy(v_world)));
  // Both sides of a triangle are lit. Near the silhouette a normal that leans away is mirrored, not turned around, or
  // the last row of pixels would show the light of the other side.
  float facing = dot(n, v);
  if (facing < 0.0) {
    vec3 mirrored = n - 2.0 * facing * v;
    n = gl_FrontFacing ? mirrored : normalize(mix(mirrored, -n, smoothstep(0.05, 0.4, -facing)));
  }
  float height = clamp((v_world.y - u_ground) / u_size, 0.0, 1.0);
  float open = mix(1.0, smoothstep(-0.25, 0.35, height), max(-n.y, 0.0) * 0.6);
  vec3 color = u_shadeless ? base.rgb : shade(base.rgb, u_specular, u_exponent, n, v, open);
  float edge = pow(1.0 - abs(dot(n, v)), 2.0);
  color = mix(color, vec3(0.05, 0.75, 0.95), u_selected * (0.10 + 0.65 * edge));
  o_color = vec4(encodeSrgb(filmic(color)), 1.0) * base.a;
}
