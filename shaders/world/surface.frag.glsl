// Contribution of a surface to the picture in each phase. One of LIGHTMAP, PREBUMP, LIGHT, MUL, ADD, EXTRA, FAKE_BASE,
// FAKE_BLEND, DEPTH is defined.
in vec3 v_fromEye;
in vec3 v_normal;
in vec2 v_uv;
in vec2 v_lightmapUv;
flat in uint v_job;
layout(location = 0) out vec4 o_color;

uniform sampler2D u_texture, u_detail, u_bump, u_env, u_lightmap, u_mask;
// Bits per slot (texture, detail, bump, env, lightmap): it is given; it has an image.
uniform int u_given, u_imaged;
// Arrays by rank: place and range; colour and strength of gleams.
uniform vec4 u_lampAt[16], u_lampColor[16];
uniform int u_lamps, u_rank;
// Colour of the lightmap phase while another is shown alone, and whether it is used.
uniform vec4 u_neutral;
uniform float u_gleamsOnly;
// Fake lighting: ranks of the lights of the mask, and how the light is put together.
uniform ivec3 u_chosen;
uniform float u_colored;
uniform vec2 u_pixel;

bool given(int slot) { return (u_given >> slot & 1) != 0; }

vec4 slotValue(int slot, sampler2D image, vec2 uv, vec4 otherwise) {
  if (!given(slot)) return otherwise;
  vec4 offset = jobTexel(v_job, 14 + slot);
  if ((u_imaged >> slot & 1) == 0) return offset;
  return texture(image, uv) * jobTexel(v_job, 9 + slot) + offset;
}

vec2 mapped() {
  vec4 uv = jobTexel(v_job, 5);
  float angle = radians(jobTexel(v_job, 6).x);
  vec2 st = v_uv * uv.xy;
  float c = cos(angle), s = sin(angle);
  return vec2(st.x * c - st.y * s, st.x * s + st.y * c) + uv.zw;
}

vec4 surface() {
  vec2 uv = mapped();
  vec2 detailScale = jobTexel(v_job, 6).zw;
  vec4 base = slotValue(0, u_texture, uv, vec4(1.0)) * jobTexel(v_job, 4);
  vec3 detail = slotValue(1, u_detail, uv * detailScale, vec4(1.0)).rgb;
  return vec4(base.rgb * detail, base.a);
}

// Triangles are counter-clockwise from outside, unless the matrix mirrors them.
bool isFront() { return gl_FrontFacing != ((jobNumbers(v_job, 2).w >> 12 & 1u) != 0u); }

vec3 unit(vec3 v) {
  float size = length(v);
  return size > 0.0 ? v / size : v;
}

vec3 smoothNormal() {
  vec3 n = unit(v_normal);
  return isFront() ? n : -n;
}

vec3 bumped(vec3 n) {
  if (!given(2)) return n;
  vec2 uv = mapped();
  vec3 e1 = dFdx(v_fromEye), e2 = dFdy(v_fromEye);
  vec2 d1 = dFdx(uv), d2 = dFdy(uv);
  vec3 m = 2.0 * slotValue(2, u_bump, uv, vec4(0.0)).rgb - 1.0;
  float area = d1.x * d2.y - d2.x * d1.y;
  if (area == 0.0) return n;
  float side = area < 0.0 ? -1.0 : 1.0;
  vec3 tu = (e1 * d2.y - e2 * d1.y) * side, tv = (e2 * d1.x - e1 * d2.x) * side;
  vec3 t = unit(tu - n * dot(n, tu));
  vec3 b = cross(n, t);
  if (dot(b, tv) > 0.0) b = -b;
  vec3 result = t * m.x + b * m.y + n * m.z;
  return length(result) < 1e-6 ? n : unit(result);
}

vec3 toLamp(int rank) { return u_lampAt[rank].xyz - u_eye - v_fromEye; }

float attenuation(int rank, vec3 way) {
  float range = u_lampAt[rank].w;
  float a = range > 0.0 ? max(0.0, 1.0 - dot(way, way) / (range * range)) : 0.0;
  return a * a;
}

vec3 direction(vec3 way, vec3 n) { return way == vec3(0.0) ? n : unit(way); }

bool reaches(int rank) { return (jobNumbers(v_job, 2).z >> uint(rank) & 1u) != 0u; }

#if defined(FAKE_BASE) || defined(FAKE_BLEND)
vec3 fakeLight() {
  vec3 n0 = smoothNormal(), n = bumped(n0), v = unit(-v_fromEye);
  vec3 mask = texture(u_mask, gl_FragCoord.xy * u_pixel).rgb;
  if ((jobNumbers(v_job, 2).w >> 13 & 1u) != 0u) mask = vec3(1.0);
  float specular = jobTexel(v_job, 6).y;
  vec3 colored = vec3(0.0), plain = vec3(0.0);
  float masked = 0.0, whole = 0.0, gleam = 0.0;
  for (int i = 0; i < 3; ++i) {
    int rank = u_chosen[i];
    if (rank < 0 || !reaches(rank)) continue;
    vec3 way = toLamp(rank), l = direction(way, n0), h = unit(l + v);
    vec4 color = u_lampColor[rank];
    float a = attenuation(rank, way), facing = max(0.0, dot(n0, l)), b = facing * a;
    float strength = max(color.r, max(color.g, color.b));
    colored += mask[i] * b * color.rgb;
    plain += b * color.rgb;
    masked += mask[i] * b * strength;
    whole += b * strength;
    gleam += mask[i] * a * color.w * specular * facing * pow(max(0.0, dot(n, h)), 32.0);
  }
  vec3 light = u_colored > 0.5 ? colored : masked * (whole == 0.0 ? vec3(1.0) : plain / whole);
  float bump = 1.0;
  if (given(2)) {
    for (int rank = 0; rank < u_lamps; ++rank) {
      if (!reaches(rank)) continue;
      bump = max(0.0, 1.0 + dot(n - n0, direction(toLamp(rank), n0)));
      break;
    }
  }
  vec3 lightmap = slotValue(4, u_lightmap, v_lightmapUv, vec4(0.0)).rgb;
  return bump * (lightmap + light) + gleam;
}
#endif

void main() {
#if defined(LIGHTMAP)
  vec3 lightmap = slotValue(4, u_lightmap, v_lightmapUv, vec4(0.0)).rgb;
  o_color = vec4(u_neutral.w > 0.5 ? u_neutral.rgb : lightmap, 0.0);
#elif defined(PREBUMP)
  vec3 n = bumped(smoothNormal());
  float sum = 0.0, reached = 0.0;
  int count = 0;
  for (int rank = 0; rank < u_lamps && count < 4; ++rank) {
    if (!reaches(rank)) continue;
    ++count;
    vec3 way = toLamp(rank);
    float a = attenuation(rank, way);
    sum += a * max(0.0, dot(n, direction(way, n)));
    reached += a;
  }
  o_color = vec4(vec3(min(1.0, sum + max(0.0, 1.0 - reached))), 1.0);
#elif defined(LIGHT)
  vec3 n = bumped(smoothNormal());
  vec3 way = toLamp(u_rank), l = direction(way, n), h = unit(l + unit(-v_fromEye));
  vec4 color = u_lampColor[u_rank];
  float facing = max(0.0, dot(n, l)) * attenuation(u_rank, way);
  bool gleams = (jobNumbers(v_job, 2).w >> 4 & 1u) != 0u;
  float gleam = gleams ? color.w * jobTexel(v_job, 6).y * facing * pow(max(0.0, dot(n, h)), 32.0) : 0.0;
  o_color = vec4(color.rgb * facing * (1.0 - u_gleamsOnly), gleam);
#elif defined(MUL)
  o_color = vec4(surface().rgb, 1.0);
#elif defined(ADD)
  vec3 n = bumped(smoothNormal()), i = unit(v_fromEye);
  vec3 r = i - 2.0 * dot(n, i) * n;
  vec3 view = vec3(dot(r, u_right), dot(r, u_up), -dot(r, u_dir));
  float m = max(2.0 * sqrt(view.x * view.x + view.y * view.y + (view.z + 1.0) * (view.z + 1.0)), 1e-9);
  o_color = vec4(slotValue(3, u_env, vec2(0.5 + view.x / m, 0.5 - view.y / m), vec4(0.0)).rgb, 0.0);
#elif defined(FAKE_BASE)
  o_color = vec4(fakeLight(), 0.0);
#elif defined(EXTRA) || defined(FAKE_BLEND)
  vec4 c = surface();
#if defined(FAKE_BLEND)
  c.rgb *= fakeLight();
#endif
  uint blend = jobNumbers(v_job, 2).w >> 8 & 3u;
  o_color = blend == 1u ? vec4(c.rgb * c.a, 1.0) : blend == 3u ? vec4(1.0 + (c.rgb - 1.0) * c.a, 1.0) : c;
#else
  o_color = vec4(0.0);
#endif
}
