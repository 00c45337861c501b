// Three lights that turn with the view, so that untextured grey reads as shape from everywhere: a warm key from the upper
// left, a cool fill from the right, a rim from behind; and a sky over a floor.
uniform mat3 u_studio;  // directions towards key, fill and rim: world space
#ifdef LIGHT
uniform vec4 u_light[5];  // colours of key, fill, rim, floor and sky in place of the studio's
#define STUDIO(index, r, g, b) u_light[index].rgb
#else
#define STUDIO(index, r, g, b) vec3(r, g, b)
#endif

vec3 specular(vec3 n, vec3 v, vec3 l, vec3 f0, float exponent) {
  vec3 h = normalize(l + v);
  // Surfaces without specular reflection have none at grazing angles either.
  float glance = 1.0 - max(dot(h, v), 0.0), squared = glance * glance;
  vec3 fresnel = f0 + max(min(50.0 * f0, 1.0) - f0, 0.0) * (squared * squared * glance);
  return fresnel * (exponent + 8.0) / 25.13 * pow(max(dot(n, h), 0.0), exponent);
}

vec3 lit(vec3 albedo, vec3 f0, float exponent, vec3 n, vec3 v, vec3 l, vec3 color, float wrap) {
  float facing = dot(n, l);
  vec3 sum = albedo * max((facing + wrap) / (1.0 + wrap), 0.0);
  if (facing > 0.0) sum += specular(n, v, l, f0, exponent) * facing;
  return color * sum;
}

#ifdef LAMPS
/// Remaining studio light, so that the unlit side keeps its shape.
const float kStudio = 0.3;
#else
const float kStudio = 1.0;
#endif

/// `open` is how much of the sky a point sees, 0..1.
vec3 shade(vec3 albedo, vec3 f0, float exponent, vec3 n, vec3 v, float open) {
  vec3 sky = mix(STUDIO(3, 0.165, 0.155, 0.145), STUDIO(4, 0.34, 0.365, 0.405), 0.5 + 0.5 * n.y);
  vec3 sum = vec3(0.0);
  sum += lit(albedo, f0, exponent, n, v, u_studio[0], STUDIO(0, 1.12, 1.05, 0.965), 0.12) * mix(0.75, 1.0, open);
  sum += lit(albedo, f0, exponent, n, v, u_studio[1], STUDIO(1, 0.19, 0.225, 0.28), 0.25);
  float edge = 1.0 - max(dot(n, v), 0.0);
  sum += lit(albedo, f0, exponent, n, v, u_studio[2], STUDIO(2, 0.42, 0.46, 0.53), 0.0) * (0.3 + edge * edge * edge);
  return albedo * sky * open + sum * kStudio;
}
