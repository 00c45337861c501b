// MORE: what most models do without, a third of the program. CLAY: without images, for the very first picture, small
// because drivers take their time for each instruction.
in vec3 v_world;
in vec3 v_normal;
in vec2 v_uv;
in vec4 v_color;
uniform vec4 u_eye;  // w = 0: xyz is the direction towards an orthographic eye
uniform vec4 u_diffuse;
uniform vec3 u_specular;
uniform vec3 u_emissive;
uniform float u_exponent;
uniform sampler2D u_texture;
uniform bool u_textured;
uniform bool u_textureAlpha;  // an opaque material's image may hold anything in its alpha (gloss, a team's colour)
uniform bool u_shadeless;
uniform float u_cutoff;  // negative = no alpha test
uniform float u_ground;
uniform float u_size;
#ifdef LIGHT
uniform float u_exposure;
#endif
uniform bool u_clockwise;  // so the fronts run: a state of the context would make drivers build their programs again
#ifdef SHOW
uniform int u_debugView;  // 0 the material, 1 the vertex colour, 2 the normal, 3 checks over the texture coordinates
#endif
#ifdef MORE
uniform sampler2D u_specularMap;
uniform bool u_glossy;  // the specular map stands in place of u_specular
uniform sampler2D u_glowMap;
uniform float u_glow;   // 0 = no glow map
uniform bool u_filter;  // the colour multiplies what is behind
#endif
#ifdef NORMAL_MAP
in vec4 v_tangent;
uniform sampler2D u_normalMap;
uniform bool u_twoChannels;  // of the normal map: its third axis is what is left of a unit
#endif
#ifdef SECTION
uniform vec4 u_section;
#endif
#ifdef HEAT
in float v_weight;
uniform vec4 u_heat[9];
#endif
out vec4 o_color;

#ifdef SHOW
/// Eight checks to the unit, warm along u and cold along v so that mirrored coordinates show; whole units have a line.
vec3 checks(vec2 uv) {
  vec2 cell = floor(uv * 8.0), within = fract(uv);
  float light = mod(cell.x + cell.y, 2.0) < 0.5 ? 0.62 : 0.22;
  vec2 edge = min(within, 1.0 - within) / max(fwidth(uv), vec2(1e-6));
  vec3 tint = mix(vec3(0.75, 0.78, 0.8), vec3(1.0, 0.48, 0.3), within.x * 0.8) * mix(vec3(1.0), vec3(0.35, 0.75, 1.0), within.y * 0.8);
  return mix(vec3(0.9, 0.75, 0.1), light * tint, smoothstep(0.5, 1.5, min(edge.x, edge.y)));
}
#endif

void main() {
#ifdef SECTION
  if (dot(u_section, vec4(v_world, 1.0)) < 0.0) discard;
#endif
#ifdef SHOW
  if (u_debugView == 1) {
    o_color = vec4(v_color.rgb, 1.0);
    return;
  }
#endif
  vec4 base = u_diffuse;
#ifndef CLAY
  // White where a model has no colours of its own.
  if (v_color != vec4(1.0)) base *= vec4(decodeSrgb(v_color.rgb), v_color.a);
#ifdef SHOW
  if (u_debugView == 3) base = vec4(checks(v_uv), 1.0);
#endif
  if (u_textured) {
    vec4 texel = texture(u_texture, v_uv);
    base *= vec4(texel.rgb, u_textureAlpha ? texel.a : 1.0);
  }
  if (base.a < u_cutoff) discard;
  if (u_cutoff >= 0.0) base.a = 1.0;
#endif
#ifdef MORE
  if (u_filter) {
    o_color = vec4(encodeSrgb(clamp(base.rgb, 0.0, 1.0)), 1.0);
    return;
  }
#endif
  vec3 v = u_eye.w > 0.0 ? normalize(u_eye.xyz - v_world) : u_eye.xyz;
  vec3 n = normalize(v_normal);
#ifdef NORMAL_MAP
  // The true frame: the handedness turns the second axis, so that mirrored coordinates mirror the relief as well.
  vec3 t = normalize(v_tangent.xyz - n * dot(n, v_tangent.xyz));
  vec3 relief = texture(u_normalMap, v_uv).xyz * 2.0 - 1.0;
  if (u_twoChannels) relief.z = sqrt(max(0.0, 1.0 - dot(relief.xy, relief.xy)));
  if (v_tangent.w != 0.0) n = normalize(t * relief.x + cross(n, t) * sign(v_tangent.w) * relief.y + n * relief.z);
#endif
#ifndef CLAY
  // Where normals are missing (degenerate triangles) the face itself decides.
  if (!(dot(n, n) > 0.5)) n = normalize(cross(dFdx(v_world), dFdy(v_world)));
#ifdef SHOW
  if (u_debugView == 2) {
    o_color = vec4(n * 0.5 + 0.5, 1.0);
    return;
  }
#endif
  // Both sides of a triangle are lit. Near the silhouette a normal that leans away is mirrored, not turned around, or
  // the last row of pixels would show the light of the other side.
  float facing = dot(n, v);
  if (facing < 0.0) {
    vec3 mirrored = n - 2.0 * facing * v;
    n = gl_FrontFacing != u_clockwise ? mirrored : normalize(mix(mirrored, -n, smoothstep(0.05, 0.4, -facing)));
  }
#endif
  float height = clamp((v_world.y - u_ground) / u_size, 0.0, 1.0);
  float open = mix(1.0, smoothstep(-0.25, 0.35, height), max(-n.y, 0.0) * 0.6);
  vec3 gloss = u_specular;
#ifdef MORE
  // A white specular map reflects half of the light straight on.
  if (u_glossy) gloss = texture(u_specularMap, v_uv).rgb * 0.5;
#endif
  vec3 color = u_emissive + (u_shadeless ? base.rgb : shade(base.rgb, gloss, u_exponent, n, v, open));
#ifdef MORE
  if (u_glow > 0.0) color += texture(u_glowMap, v_uv).rgb * u_glow;
#endif
#ifdef LAMPS
  if (!u_shadeless) color += lampLight(base.rgb, gloss, u_exponent, v_world, n, v);
#endif
#ifdef LIGHT
  color *= u_exposure;
#endif
  o_color = vec4(encodeSrgb(filmic(color)), 1.0) * base.a;
#ifdef HEAT
  // Vertices of the joint in the colour of their weight, independent of the light; other vertices are dimmed.
  float step9 = clamp(v_weight, 0.0, 1.0) * 8.0;
  int lower = int(min(step9, 7.0));
  vec3 heat = mix(u_heat[lower].rgb, u_heat[lower + 1].rgb, step9 - float(lower)) * (0.82 + 0.18 * abs(dot(n, v)));
  float grey = dot(o_color.rgb, vec3(0.3, 0.6, 0.1));
  o_color.rgb = v_weight > 0.0 ? heat * o_color.a : mix(o_color.rgb, vec3(grey), 0.75) * 0.8;
#endif
}
