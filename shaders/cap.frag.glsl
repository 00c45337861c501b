// The cut surface of the section plane: one flat colour, hatched at 45 degrees as in a drawing.
in vec2 v_place;
uniform float u_lines;  // hatch lines over the square
uniform vec3 u_color;
uniform vec3 u_hatch;
out vec4 o_color;

void main() {
  float at = (v_place.x + v_place.y) * 0.5 * u_lines;
  float width = fwidth(at);
  float line = 1.0 - smoothstep(0.09, 0.09 + width, abs(fract(at) - 0.5));
  // Lines finer than pixels become their mean.
  line = mix(line, 0.2, smoothstep(0.3, 0.8, width));
  o_color = vec4(mix(u_color, u_hatch, line), 1.0);
}
