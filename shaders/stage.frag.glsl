// The backdrop: a floor that meets a wall in a soft horizon, as in a photographer's cove.
in vec2 v_ndc;
uniform mat4 u_worldFromClip;
uniform vec3 u_floor;
uniform vec3 u_horizon;
uniform vec3 u_wall;
out vec4 o_color;

void main() {
  vec4 near = u_worldFromClip * vec4(v_ndc, -1.0, 1.0);
  vec4 far = u_worldFromClip * vec4(v_ndc, 1.0, 1.0);
  float rise = normalize(far.xyz / far.w - near.xyz / near.w).y;
  vec3 color = rise < 0.0 ? mix(u_horizon, u_floor, smoothstep(0.0, 0.75, -rise)) : mix(u_horizon, u_wall, smoothstep(0.0, 0.55, rise));
  color *= 1.0 - 0.10 * dot(v_ndc, v_ndc) * 0.5;
  o_color = vec4(color + dither(gl_FragCoord.xy), 1.0);
}
