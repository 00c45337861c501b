// One triangle over the whole picture.
uniform mat4 u_worldFromClip;
uniform vec4 u_window;  // the part of the whole picture that is drawn: middle, share
out vec2 v_ndc;
out vec3 v_ray;  // from the near to the far plane: affine in v_ndc, since w is the same over each plane

void main() {
  v_ndc = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(v_ndc, 1.0, 1.0);
  v_ndc = v_ndc * u_window.zw + u_window.xy;
  vec4 near = u_worldFromClip * vec4(v_ndc, -1.0, 1.0);
  vec4 far = u_worldFromClip * vec4(v_ndc, 1.0, 1.0);
  v_ray = far.xyz / far.w - near.xyz / near.w;
}
