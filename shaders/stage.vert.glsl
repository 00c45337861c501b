// One triangle over the whole picture.
uniform vec4 u_window;  // the part of the whole picture that is drawn: middle, share
out vec2 v_ndc;

void main() {
  v_ndc = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(v_ndc, 1.0, 1.0);
  v_ndc = v_ndc * u_window.zw + u_window.xy;
}
