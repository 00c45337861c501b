in vec3 v_world;
in vec4 v_color;
uniform vec4 u_eye;
out vec4 o_color;

void main() {
  vec3 n = normalize(cross(dFdx(v_world), dFdy(v_world)));
  vec3 v = u_eye.w > 0.0 ? normalize(u_eye.xyz - v_world) : u_eye.xyz;
  float light = 0.55 + 0.45 * abs(dot(n, v));
  o_color = vec4(v_color.rgb * light, 1.0) * v_color.a;
}
