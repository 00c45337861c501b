// Three lights that turn with the view, so that untextured grey reads as shape from everywhere: a warm key from the upper
// left, a cool fill from the right, a rim from behind; and a sky over a floor.
uniform mat3 u_rig;  // world from rig: the rig looks along -z

const vec3 kKey = normalize(vec3(-0.55, 0.80, 0.62));
const vec3 kFill = normalize(vec3(0.85, 0.20, 0.55));
const vec3 kRim = normalize(vec3(0.35, 0.55, -0.95));

vec3 specular(vec3 n, vec3 v, vec3 l, vec3 f0, float exponent) {
  vec3 h = normalize(l + v);
  vec3 fresnel = f0 + (1.0 - f0) * pow(1.0 - max(dot(h, v), 0.0), 5.0);
  return fresnel * (exponent + 8.0) / 25.13 * pow(max(dot(n, h), 0.0), exponent);
}

vec3 lit(vec3 albedo, vec3 f0, float exponent, vec3 n, vec3 v, vec3 l, vec3 color, float wrap) {
  float lambert = max((dot(n, l) + wrap) / (1.0 + wrap), 0.0);
  return color * (albedo * lambert + specular(n, v, l, f0, exponent) * max(dot(n, l), 0.0));
}

/// `open` is how much of the sky a point sees, 0..1.
vec3 shade(vec3 albedo, vec3 f0, float exponent, vec3 n, vec3 v, float open) {
  vec3 sky = mix(vec3(0.165, 0.155, 0.145), vec3(0.34, 0.365, 0.405), 0.5 + 0.5 * n.y);
  vec3 sum = albedo * sky * open;
  sum += lit(albedo, f0, exponent, n, v, u_rig * kKey, vec3(1.12, 1.05, 0.965), 0.12) * mix(0.75, 1.0, open);
  sum += lit(albedo, f0, exponent, n, v, u_rig * kFill, vec3(0.19, 0.225, 0.28), 0.25);
  float edge = pow(1.0 - max(dot(n, v), 0.0), 3.0);
  sum += lit(albedo, f0, exponent, n, v, u_rig * kRim, vec3(0.42, 0.46, 0.53), 0.0) * (0.3 + edge);
  return sum;
}
