// The backdrop: a floor that meets a wall in a soft horizon, as in a photographer's cove.
in vec2 v_ndc;
in vec3 v_ray;
uniform vec3 u_floor;
uniform vec3 u_horizon;
uniform vec3 u_wall;
out vec4 o_color;

void main() {
  float rise = normalize(v_ray).y;
  vec3 color = mix(u_horizon, rise < 0.0 ? u_floor : u_wall, smoothstep(0.0, rise < 0.0 ? 0.75 : 0.55, abs(rise)));
  color *= 1.0 - 0.10 * dot(v_ndc, v_ndc) * 0.5;
  o_color = vec4(color + dither(gl_FragCoord.xy), 1.0);
}
