// Lamps of the file, four vectors each: place, kind (0 point, 1 sun, 2 spot, 3 hemi, 4 area); direction, cosine of half
// the cone; colour, cosine where the cone begins to fade; q0 q1 q2 qs of the law of distance.
uniform int u_lampCount;
uniform vec4 u_lamps[32];
vec3 lampLight(vec3 albedo, vec3 f0, float exponent, vec3 world, vec3 n, vec3 v) {
  vec3 sum = vec3(0.0);
  for (int i = 0; i < u_lampCount; ++i) {
    vec4 place = u_lamps[4 * i], aim = u_lamps[4 * i + 1], color = u_lamps[4 * i + 2], q = u_lamps[4 * i + 3];
    bool parallel = place.w == 1.0 || place.w == 3.0;
    vec3 towards = place.xyz - world;
    float d = length(towards);
    vec3 l = parallel ? -aim.xyz : towards / max(d, 1e-9);
    float strength = parallel ? q.x : max(0.0, 1.0 - q.w * d) * q.x / max(1.0 + q.y * d + q.z * d * d, 1e-6);
    if (place.w == 2.0) strength *= smoothstep(aim.w, color.w, dot(-l, aim.xyz));
    if (place.w == 4.0) strength *= max(dot(-l, aim.xyz), 0.0);
    if (place.w == 3.0) sum += albedo * color.rgb * strength * (0.5 + 0.5 * dot(n, l));
    else sum += lit(albedo, f0, exponent, n, v, l, color.rgb * strength, 0.0);
  }
  return sum;
}
