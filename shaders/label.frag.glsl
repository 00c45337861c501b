in vec2 v_uv;
uniform sampler2D u_labels;  // premultiplied
out vec4 o_color;

void main() { o_color = texture(u_labels, v_uv); }
