// How much a point above the floor darkens it: r falls off within a twelfth of the model's size, g within a third.
in float v_height;
out vec4 o_color;

void main() {
  float h = max(v_height, 0.0);
  o_color = vec4(exp(-h * 12.0), exp(-h * 3.0) * 0.8, 0.0, 1.0);
}
