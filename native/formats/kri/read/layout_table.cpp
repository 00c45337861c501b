#include "formats/kri/read/layout_table.h"

namespace vitrine::kri {
namespace {

constexpr auto kAny = Strings::kUnknown;
constexpr auto kFixed = Strings::kFixed;
constexpr auto kText = Strings::kText;

// clang-format off
constexpr LayoutRow kTable[] = {
    // Scene and nodes.
    {"kri", "", kAny, "version:B"},
    {"grav", "", kAny, "gravity:3f"},
    {"node", "text", kText, "name:T parent:T transform:8f"},
    {"node", "fixed", kFixed, "name:T24 parent:T24 transform:8f"},
    {"cam", "", kAny, "current:? near:f far:f fov:f"},
    {"lamp", "D", kText, "color:3B attenuation:4f type:T=@lamp projector:4f"},
    {"lamp", "C", kText, "color:4B attenuation:4f type:T=@lamp projector:4f"},
    {"lamp", "B", kFixed, "color:4B attenuation:4f type:T8=@lamp projector:4f"},
    {"lamp", "A", kFixed, "color:4B attenuation:4f type:B projector:4f"},
    {"skel", "text", kText, "bones:B{name:T parent:B transform:8f}"},
    {"skel", "fixed", kFixed, "bones:B{name:T24 parent:B transform:8f}"},
    {"mesh", "", kAny, "vertices:H"},
    // Physics.
    {"b_stat", "", kAny, "actor:? notGhost:?"},
    {"b_rigid", "", kAny, "actor:? notGhost:? mass:f radius:f formFactor:f damping:f rotDamping:f"},
    {"collide", "", kAny, "margin:f bounds:T"},
    {"body", "", kAny, "actor:B notGhost:B physics:B bounds:B mass:f radius:f damping:f rotDamping:f formFactor:f friction:3f"},
    // Materials.
    {"mat", "A", kFixed, "name:T24 emissive:4B diffuse:4B specular:4B diffuseModel:B specularModel:B diffuseIntensity:f specularIntensity:f hardness:f ambient:f"},
    {"mat", "B", kFixed, "name:T24 emissive:4B diffuse:4B specular:4B diffuseModel:T12 specularModel:T12 diffuseIntensity:f specularIntensity:f hardness:f ambient:f"},
    {"mat", "E", kText, "name:T"},
    {"mat", "F", kText, "name:T shadeless:? tangentShading:?"},
    {"mat", "D", kText, "name:T shadeless:? parallax:f emit:f ambient:f translucency:f"},
    {"mat", "C", kText, "name:T emissive:4B diffuse:4B specular:4B diffuseModel:T specularModel:T diffuseIntensity:f specularIntensity:f hardness:f ambient:f"},
    {"m_surf", "B", kAny, "shadeless:? parallax:f ambient:f translucency:f"},
    {"m_surf", "A", kAny, "shadeless:? parallax:f emit:f ambient:f translucency:f"},
    {"m_diff", "C", kAny, "color:3B alpha:f intensity:f emit:f model:T"},
    {"m_diff", "B", kAny, "color:3B alpha:f intensity:f model:T"},
    {"m_diff", "A", kAny, "color:3B intensity:f model:T"},
    {"m_spec", "B", kAny, "color:3B alpha:f intensity:f hardness:f model:T"},
    {"m_spec", "A", kAny, "color:3B intensity:f hardness:f model:T"},
    {"m_emis", "", kAny, "color:3B alpha:f emit:f"},
    {"m_mirr", "", kAny, "color:3B one:f reflectFactor:f"},
    {"m_halo", "B", kAny, "size:f hardness:f add:f useTexture:?"},
    {"m_halo", "A", kAny, "color:3B size:f hardness:f add:f alpha:f"},
    {"m_hair", "A", kAny, "root:f tip:f shape:f widthFade:f tangentShading:?"},
    {"m_hair", "B", kAny, "root:f tip:f shape:f widthFade:f tangentShading:? blendDistance:f uvLayer:T"},
    // Texture units.
    {"tex", "A", kFixed, "target:B gentype:B mapping:B repeat:? mipmap:? filter:? path:T64"},
    {"tex", "B", kFixed, "target:B gentype:B mapping:B repeat:? mipmap:? filter:? offset:3f scale:3f path:T64"},
    {"tex", "C", kFixed, "target:B mapping:B repeat:? mipmap:? filter:? offset:3f scale:3f path:T64"},
    {"tex", "D", kFixed, "target:B repeat:? mipmap:? filter:? offset:3f scale:3f path:T64"},
    {"tex", "E", kFixed, "repeat:? mipmap:? filter:? offset:3f scale:3f path:T64"},
    {"tex", "F", kText, "repeat:? mipmap:? filter:? offset:3f scale:3f path:T"},
    {"mapin", "AB", kFixed, "source:T12=UV layer:T8"},
    {"mapin", "AB", kFixed, "source:T12=OBJECT object:T24"},
    {"mapin", "B", kFixed, "source:T12=ORCO mapping:T8"},
    {"mapin", "AB", kFixed, "source:T12=@source"},
    {"unit", "E", kText, "targets:0{name:T factor:f} source:T=UV mapping:T layer:B"},
    {"unit", "E", kText, "targets:0{name:T factor:f} source:T=OBJECT mapping:T object:T"},
    {"unit", "E", kText, "targets:0{name:T factor:f} source:T=@other mapping:T"},
    {"unit", "D", kText, "targets:0{name:T} source:T=UV mapping:T layer:B"},
    {"unit", "D", kText, "targets:0{name:T} source:T=OBJECT mapping:T object:T"},
    {"unit", "D", kText, "targets:0{name:T} source:T=@other mapping:T"},
    {"unit", "C", kText, "targets:0{name:T} source:T=UV layer:B"},
    {"unit", "C", kText, "targets:0{name:T} source:T=OBJECT object:T"},
    {"unit", "C", kText, "targets:0{name:T} source:T=ORCO mapping:T"},
    {"unit", "C", kText, "targets:0{name:T} source:T=@other"},
    {"unit", "B", kText, "targets:0{name:T} source:T=UV layer:T"},
    {"unit", "A", kFixed, "targets:B{name:T24} source:T12=UV layer:T8"},
    {"unit", "A", kFixed, "targets:B{name:T24} source:T12=OBJECT object:T24"},
    {"unit", "A", kFixed, "targets:B{name:T24} source:T12=ORCO mapping:T8"},
    {"unit", "A", kFixed, "targets:B{name:T24} source:T12=@other"},
    {"u_apply", "C", kText, "enabled:? blend:T space:T toIntensity:? invert:? stencil:? color:3B default:f"},
    {"u_apply", "B", kText, "blend:T space:T toIntensity:? invert:? stencil:? color:3B default:f"},
    {"u_apply", "A", kText, "blend:T toIntensity:? invert:? stencil:? color:3B default:f"},
    {"t_map|mt_map|im_map", "", kAny, "offset:3f scale:3f"},
    {"mt_map|im_map", "sum", kAny, "sum:3f"},
    {"t_color", "", kAny, "color:3f brightness:f contrast:f saturation:f"},
    {"t_ramp", "", kText, "interpolation:T stages:B{position:f color:4f}"},
    {"t_path|mt_path|im_path", "A", kText, "path:T"},
    {"t_path", "B", kText, "path:T normalMap:?"},
    {"t_samp|mt_samp|im_samp", "A", kAny, "repeat:? mipmap:? filter:?"},
    {"t_samp", "B", kText, "extension:T mipmap:? filter:?"},
    {"t_seq|mt_seq|im_seq", "", kAny, "frames:H offset:H start:H"},
    {"t_env|mt_env", "", kText, "animated:B depth:B resolution:H zoom:f near:f far:f mapping:T viewpoint:T"},
    {"t_cube|t_noise|t_zero", "", kAny, ""},
    {"t_blend", "B", kText, "progression:T vertical:?"},
    {"t_blend", "A", kText, "progression:T direction:T"},
    {"graph", "", kText, "type:T nodeCount:B"},
    {"graph", "whole", kText, "type:T nodeCount:B rest:*"},
    {"g_sock", "", kText, "output:? name:T kind:B=1 value:f"},
    {"g_sock", "", kText, "output:? name:T kind:B=3 value:3f"},
    {"g_sock", "", kText, "output:? name:T kind:B=4 value:4B"},
    {"g_sock", "", kText, "output:? name:T"},
    {"g_node", "", kText, "type:T name:T label:T parent:B"},
    {"g_links", "", kText, "links:B{from:J to:J}"},
    // Particles.
    {"part", "A", kFixed, "amount:L name:T24 material:T24 distribution:B jitter:f life:3f randomLife:f tangentPhase:f velocity:6f aligned:3f brownianDampDrag:3f size:f randomSize:f"},
    {"part", "B", kText, "name:T material:T amount:L distribution:B jitter:f life:3f randomLife:f tangentPhase:f velocity:6f aligned:3f brownianDampDrag:3f size:f randomSize:f"},
    {"part", "D", kText, "amount:L name:T material:T"},
    {"part", "C", kText, "amount:L size:f randomSize:f name:T material:T"},
    {"m_dist", "", kAny, "distribution:B jitter:f"},
    {"p_dist", "", kText, "from:T distribution:T jitter:f"},
    {"p_life", "", kAny, "life:3f random:f"},
    {"p_vel", "", kAny, "aligned:3f normal:f tangent:f phase:f object:f random:f"},
    {"p_rot", "A", kAny, ""},
    {"p_rot", "B", kText, "mode:T factor:f"},
    {"p_force", "", kAny, "force:3f"},
    {"p_phys", "", kAny, "size:f randomSize:f brownian:f drag:f damp:f"},
    {"p_hair", "", kAny, "segments:B pin:f mass:f bending:f springDamping:f airDamping:f"},
    {"p_child", "", kAny, "count:H radius:f roundness:f size:f random:f"},
    {"pr_inst", "", kText, "object:T"},
    {"pr_line", "", kAny, "velocityLength:B tail:f head:f"},
    // Actions; the packs of the curves are read by code.
    {"action", "text", kText, "name:T length:f"},
    {"action", "fixed", kFixed, "name:T24 length:f"},
    {"act|n_act|s_act|m_act|t_act", "", kFixed, "name:T24 length:f"},
};
// clang-format on

}  // namespace

std::span<const LayoutRow> layout_table() { return kTable; }

}  // namespace vitrine::kri
