// Contact shadow and a grid that fades out, as one premultiplied layer over the backdrop.
in vec2 v_ground;
uniform vec3 u_center;
uniform float u_extent;
uniform vec2 u_origin;      // a point of the grid: it moves under a model that walks on
uniform float u_spacing;
uniform float u_grid;       // opacity of the grid
uniform vec3 u_line;
uniform vec4 u_footprint;   // centre x, z; half size; strength
uniform sampler2D u_shadow; // r: close to the ground, g: further up
out vec4 o_color;

/// Coverage of grid lines one pixel wide; gives way to nothing where cells are smaller than pixels.
float grid(vec2 cell, vec2 width) {
  vec2 line = 1.0 - smoothstep(vec2(0.0), width * 1.2, abs(fract(cell - 0.5) - 0.5));
  line *= 1.0 - smoothstep(0.15, 0.5, width);
  return max(line.x, line.y);
}

void main() {
  vec2 cell = (v_ground - u_origin) / u_spacing, width = fwidth(cell);
  float fade = 1.0 - smoothstep(0.25, 1.0, length(v_ground - u_center.xz) / u_extent);
  float lines = max(grid(cell, width) * 0.45, grid(cell * 0.2, width * 0.2)) * u_grid * fade;
  vec2 uv = (v_ground - u_footprint.xy) / u_footprint.z * 0.5 + 0.5;
  vec2 inside = step(abs(uv - 0.5), vec2(0.5));
  vec2 occlusion = texture(u_shadow, uv).rg * inside.x * inside.y;
  float shadow = (1.0 - (1.0 - 0.72 * occlusion.r) * (1.0 - 0.55 * occlusion.g)) * u_footprint.w;
  o_color = vec4(u_line * lines * (1.0 - shadow), 1.0 - (1.0 - lines) * (1.0 - shadow));
}
