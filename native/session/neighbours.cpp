#include "session/neighbours.h"

#include <algorithm>

#include "base/lfs_pointer.h"
#include "base/names.h"
#include "base/utf8.h"

namespace vitrine {
namespace {

constexpr size_t kMostLooked = 64 << 10;  ///< of a text, whose first lines may be comments

std::string_view text_of(FileView bytes) {
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), std::min(bytes.size(), kMostLooked));
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

uint32_t u32_at(FileView bytes, size_t at) {
  if (bytes.size() < at + 4) return 0;
  return uint32_t{bytes[at]} | uint32_t{bytes[at + 1]} << 8 | uint32_t{bytes[at + 2]} << 16 |
         uint32_t{bytes[at + 3]} << 24;
}

bool has_at(FileView bytes, size_t at, std::string_view magic) {
  return bytes.size() >= at + magic.size() &&
         std::string_view(reinterpret_cast<const char*>(bytes.data()) + at, magic.size()) == magic;
}

constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// The text from its first word on, behind blanks and lines that begin with `comment`.
std::string_view first_word_on(std::string_view text, std::string_view comment) {
  for (;;) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    if (comment.empty() || !text.starts_with(comment)) return text;
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
}

bool begins_with_word(std::string_view text, std::string_view word) {
  return text.starts_with(word) && (text.size() == word.size() || is_space(text[word.size()]));
}

bool has_ignoring_case(std::string_view text, std::string_view word) {
  return std::search(text.begin(), text.end(), word.begin(), word.end(), [](char a, char b) {
           return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + 32) : a) == b;
         }) != text.end();
}

/// Takes the first line off.
std::string_view take_line(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  while (!line.empty() && is_space(line.back())) line.remove_suffix(1);
  return line;
}

bool is_empty(FileView bytes, std::string_view) {
  return std::all_of(bytes.begin(), bytes.end(), [](uint8_t byte) { return byte == 0; });
}
bool is_pointer(FileView bytes, std::string_view) { return is_lfs_pointer(bytes); }
bool is_page(FileView bytes, std::string_view) {
  const std::string_view text = first_word_on(text_of(bytes), {}), begin = text.substr(0, 1024);
  if (begin.empty() || begin.front() != '<') return false;
  return has_ignoring_case(begin.substr(0, 15), "<!doctype html") || has_ignoring_case(begin, "<html");
}
bool is_collada(FileView bytes, std::string_view) {
  const std::string_view text = first_word_on(text_of(bytes), {});
  return text.starts_with('<') && text.substr(0, 4096).find("<COLLADA") != text.npos;
}
bool is_smd(FileView bytes, std::string_view) {
  std::string_view text = first_word_on(text_of(bytes), "//");
  if (!begins_with_word(text, "version")) return false;
  take_line(text);
  text = first_word_on(text, "//");
  return begins_with_word(text, "nodes") || begins_with_word(text, "skeleton") || begins_with_word(text, "triangles");
}
bool is_ase(FileView bytes, std::string_view) {
  return first_word_on(text_of(bytes), {}).starts_with("*3DSMAX_ASCIIEXPORT");
}
bool is_fbx_text(FileView bytes, std::string_view) {
  const std::string_view text = text_of(bytes);
  return text.starts_with("; FBX ") || first_word_on(text, ";").starts_with("FBXHeaderExtension");
}
bool is_usd_text(FileView bytes, std::string_view) { return text_of(bytes).starts_with("#usda "); }
bool is_ply(FileView bytes, std::string_view) {
  std::string_view text = text_of(bytes);
  return take_line(text) == "ply" && first_word_on(text, "comment").starts_with("format ");
}
bool is_stl(FileView bytes, std::string_view) {
  std::string_view text = first_word_on(text_of(bytes), {});
  if (begins_with_word(text, "solid")) {
    take_line(text);
    text = first_word_on(text, {});
    if (begins_with_word(text, "facet") || begins_with_word(text, "endsolid")) return true;
  }
  // The binary form: any 80 bytes, a count, and 50 bytes for each triangle. Some exporters add a few.
  const uint64_t triangles = u32_at(bytes, 80), least = 84 + 50 * triangles;
  return triangles != 0 && bytes.size() >= least && bytes.size() < least + 50;
}
/// Lines of `v x y z` and faces, or materials of them.
bool is_obj(FileView bytes, std::string_view name) {
  std::string_view text = text_of(bytes);
  size_t known = 0;
  for (int lines = 0; lines < 200 && !text.empty(); ++lines) {
    text = first_word_on(text, "#");
    if (text.empty()) break;
    const std::string_view line = take_line(text), word = line.substr(0, line.find_first_of(" \t"));
    constexpr std::string_view kWords[] = {"v", "vt", "vn", "vp", "f", "l", "o", "g", "s", "mtllib", "usemtl"};
    if (std::find(std::begin(kWords), std::end(kWords), word) == std::end(kWords)) return false;
    known += word == "v" || word == "mtllib" || word == "f";
  }
  return known >= (ends_ignoring_case(name, ".obj") ? 1u : 3u);
}
bool is_lwo(FileView bytes, std::string_view) {
  return has_at(bytes, 8, "LWOB") || has_at(bytes, 8, "LWO2") || has_at(bytes, 8, "LWO3") || has_at(bytes, 8, "LWLO");
}
/// A chunk 0x4D4D that is the file, and in it one of version or data.
bool is_3ds(FileView bytes, std::string_view name) {
  if (bytes.size() < 16) return false;
  const uint32_t size = u32_at(bytes, 2), next = u32_at(bytes, 6) & 0xFFFF;
  return (next == 0x0002 || next == 0x3D3D || next == 0xB000) &&
         (size == bytes.size() || ends_ignoring_case(name, ".3ds"));
}
bool is_goldsrc(FileView bytes, std::string_view) { return u32_at(bytes, 4) <= 10; }
bool is_bmd5mesh(FileView, std::string_view name) { return ends_ignoring_case(name, ".bmd5mesh"); }
bool is_quake_level(FileView bytes, std::string_view) {
  // Of Quake (29) and Half-Life (30), without a tag: the header's lumps follow it and lie in the file.
  const uint32_t version = u32_at(bytes, 0);
  if (version != 29 && version != 30) return false;
  const size_t lumps = std::min<size_t>(15, (bytes.size() - 4) / 8);
  for (size_t i = 0; i < lumps; ++i) {
    if (u32_at(bytes, 4 + 8 * i) < 124) return false;
  }
  return bytes.size() >= 124;
}
bool is_s3m(FileView bytes, std::string_view) { return has_at(bytes, 44, "SCRM"); }
bool is_mod(FileView bytes, std::string_view) {
  constexpr std::string_view kTags[] = {"M.K.", "M!K!", "FLT4", "4CHN", "6CHN", "8CHN"};
  return std::any_of(std::begin(kTags), std::end(kTags), [&](auto tag) { return has_at(bytes, 1080, tag); });
}
bool is_tar(FileView bytes, std::string_view) { return has_at(bytes, 257, "ustar"); }
bool is_webp(FileView bytes, std::string_view) { return has_at(bytes, 8, "WEBP"); }
bool is_wave(FileView bytes, std::string_view) { return has_at(bytes, 8, "WAVE"); }

using namespace std::string_view_literals;

constexpr Neighbour opened_by(const char* id, const char* what, const char* opener, const char* verb,
                              std::string_view begins, bool (*is)(FileView, std::string_view) = nullptr) {
  return {id, what, opener, verb, nullptr, begins, is};
}
constexpr Neighbour advised(const char* id, const char* what, const char* advice, std::string_view begins,
                            bool (*is)(FileView, std::string_view) = nullptr) {
  return {id, what, nullptr, nullptr, advice, begins, is};
}

constexpr char kUnpack[] = "Vitrine does not unpack it; unpack it first and open what was in it.";
constexpr char kImage[] =
    "Vitrine reads it as the image of a model: give it its own ending, and open it with the model.";
constexpr char kConvert[] = "Blender, which converts it to glTF,";

/// Those with longer beginnings first where one begins as another does.
constexpr Neighbour kNeighbours[] = {
    // What is no model at all.
    advised("lfs", "a Git LFS pointer of {} bytes, not the file itself", "Fetch the file with git lfs pull.", "",
            is_pointer),
    advised("zeros", "nothing but {} zero bytes", "Its contents are lost; get a complete copy.", "", is_empty),
    advised("html", "a web page (HTML)",
            "A server sends one in place of a file that it does not give out; download the file itself.", "", is_page),
    // Models of games.
    opened_by("goldsrc", "a Half-Life model (MDL of GoldSrc)", "Half-Life Asset Manager and Crowbar", "do", "IDST",
              is_goldsrc),
    opened_by("source", "a model of the Source engine (MDL)", "Crowbar and Blender with SourceIO", "do", "IDST"),
    opened_by("sequences", "a sequence group of a Half-Life model (MDL of GoldSrc)", "Half-Life Asset Manager", "does",
              "IDSQ"),
    opened_by("mdc", "a Wolfenstein model (MDC)", "ET: Legacy and Noesis", "do", "IDPC"),
    opened_by("mdr", "a skeletal Quake III model (MDR)", "ioquake3 and Noesis", "do", "RDM5"),
    opened_by("mds", "a Return to Castle Wolfenstein model (MDS)", "RealRTCW and iortcw", "do", "MDSW"),
    opened_by("mdm", "an Enemy Territory model (MDM)", "ET: Legacy", "does", "MDMW"),
    opened_by("mdx", "an Enemy Territory skeleton (MDX)", "ET: Legacy", "does", "MDXW"),
    opened_by("dpm", "a DarkPlaces model (DPM)", "DarkPlaces", "does", "DARKPLACESMODEL\0"sv),
    opened_by("zym", "a Zymotic model (ZYM)", "DarkPlaces", "does", "ZYMOTICMODEL"),
    opened_by("psk", "an Unreal model (PSK)", "UE Viewer and Blender with io_scene_psk_psa", "do", "ACTRHEAD"),
    opened_by("psa", "Unreal animations (PSA)", "UE Viewer and Blender with io_scene_psk_psa", "do", "ANIMHEAD"),
    opened_by("smd", "a Valve model text (SMD)", "Blender Source Tools", "do", "", is_smd),
    opened_by("b3d", "a Blitz3D model (B3D)", "Assimp and Minetest", "do", "BB3D"),
    opened_by("ms3d", "a MilkShape 3D model (MS3D)", "MilkShape 3D and Assimp", "do", "MS3D000000"),
    advised("bmd5mesh", "a binary model of Doom 3 BFG (bmd5mesh)",
            "Vitrine does not read it; use the .md5mesh that it was made from.", "BRM", is_bmd5mesh),
    advised("brm", "a binary model of Doom 3 BFG (blwo, base and the like)",
            "Vitrine does not read it; use the model that it was made from.", "BRM"),
    advised("bmd5anim", "a binary animation of Doom 3 BFG (bmd5anim)",
            "Vitrine does not read it; use the .md5anim that it was made from.", "BMD\x65"),
    // Models of modelling programs.
    opened_by("x", "a DirectX model (X)", "Assimp", "does", "xof "),
    opened_by("lwo", "a LightWave object (LWO)", "LightWave and Assimp", "do", "FORM", is_lwo),
    opened_by("ase", "a text of 3ds Max (ASE)", "Noesis and Assimp", "do", "", is_ase),
    opened_by("3ds", "a 3D Studio model (3DS)", "Assimp and Noesis", "do", "MM", is_3ds),
    opened_by("fbx", "an FBX model, binary", kConvert, "does", "Kaydara FBX Binary  "),
    opened_by("fbx.text", "an FBX model, as text", "Autodesk’s FBX Review and Assimp", "do", "", is_fbx_text),
    opened_by("blend", "a Blender file", kConvert, "does", "BLENDER"),
    opened_by("ply", "a PLY model", kConvert, "does", "", is_ply),
    opened_by("usdc", "a USD scene, binary", kConvert, "does", "PXR-USDC"),
    opened_by("usda", "a USD scene, as text", kConvert, "does", "", is_usd_text),
    opened_by("dae", "a COLLADA model (DAE)", "Assimp and Blender up to 4.5", "do", "", is_collada),
    // Levels and archives of games.
    opened_by("ibsp", "a level of Quake II or Quake III (BSP)", "TrenchBroom and GtkRadiant", "do", "IBSP"),
    opened_by("vbsp", "a level of the Source engine (BSP)", "BSPSource", "does", "VBSP"),
    opened_by("rbsp", "a level of a Raven game (BSP)", "GtkRadiant", "does", "RBSP"),
    opened_by("fbsp", "a level of QFusion (BSP)", "GtkRadiant", "does", "FBSP"),
    opened_by("bsp2", "a large level of Quake (BSP2)", "ericw-tools and QuakeSpasm", "do", "BSP2"),
    opened_by("2psb", "a large level of Quake (2PSB)", "ericw-tools and QuakeSpasm", "do", "2PSB"),
    opened_by("bsp", "a level of Quake or Half-Life (BSP)", "ericw-tools and QuakeSpasm", "do", "", is_quake_level),
    opened_by("iwad", "the data of a Doom game (WAD)", "SLADE", "does", "IWAD"),
    opened_by("pwad", "a mod of a Doom game (WAD)", "SLADE", "does", "PWAD"),
    opened_by("wad2", "textures of Quake (WAD)", "SLADE and TexMex", "do", "WAD2"),
    opened_by("wad3", "textures of Half-Life (WAD)", "Wally and SLADE", "do", "WAD3"),
    opened_by("vpk", "an archive of the Source engine (VPK)", "GCFScape and SourceIO", "do", "\x34\x12\xAA\x55"sv),
    advised("zip", "a zip archive",
            "The page and the command unpack it; where files are given one by one, give those in it.", "PK\x03\x04"),
    advised("pak", "an archive of Quake (PAK)",
            "The page and the command unpack it; where files are given one by one, give those in it.", "PACK"),
    advised("7z", "a 7-Zip archive", kUnpack, "7z\xBC\xAF\x27\x1C"),
    advised("rar", "a RAR archive", kUnpack, "Rar!\x1A\x07"),
    advised("tar", "a tar archive", kUnpack, "", is_tar),
    advised("xz", "a file compressed with xz", kUnpack,
            "\xFD"
            "7zXZ"),
    advised("bz2", "a file compressed with bzip2", kUnpack, "BZh"),
    advised("zstd", "a file compressed with Zstandard, as Blender saves its own", kUnpack, "\x28\xB5\x2F\xFD"),
    // Images and songs.
    advised("ktx2", "a KTX2 texture", "Vitrine does not read it; export the image as PNG.", "\xABKTX 20\xBB"),
    advised("ktx", "a KTX texture", "Vitrine does not read it; export the image as PNG.", "\xABKTX 11\xBB"),
    advised("dds", "a DDS image", kImage, "DDS "),
    advised("png", "a PNG image", kImage, "\x89PNG\r\n\x1A\n"),
    advised("jpeg", "a JPEG image", kImage, "\xFF\xD8\xFF"),
    advised("gif", "a GIF image", kImage, "GIF8"),
    advised("webp", "a WebP image", kImage, "RIFF", is_webp),
    opened_by("wav", "a recording (WAV)", "every player of sound", "does", "RIFF", is_wave),
    opened_by("midi", "a MIDI song", "every sequencer", "does", "MThd"),
    opened_by("xm", "a tracker song (XM)", "OpenMPT", "does", "Extended Module: "),
    opened_by("it", "a tracker song (IT)", "OpenMPT", "does", "IMPM"),
    opened_by("s3m", "a tracker song (S3M)", "OpenMPT", "does", "", is_s3m),
    opened_by("mod", "a tracker song (MOD)", "OpenMPT", "does", "", is_mod),
    // By their structure alone.
    opened_by("stl", "an STL model", kConvert, "does", "", is_stl),
    opened_by("obj", "a Wavefront model (OBJ)", kConvert, "does", "", is_obj),
};

}  // namespace

std::span<const Neighbour> neighbours() { return kNeighbours; }

const Neighbour* find_neighbour(FileView bytes, std::string_view name) {
  if (bytes.empty()) return nullptr;
  for (const Neighbour& row : kNeighbours) {
    if (has_at(bytes, 0, row.begins) && (row.is == nullptr || row.is(bytes, name))) return &row;
  }
  return nullptr;
}

const Neighbour* neighbour_by_ending(std::string_view name) {
  for (const Neighbour& row : kNeighbours)
    if (ends_ignoring_case(name, std::string(".") + row.id)) return &row;
  return nullptr;
}

std::string sentence_about(const Neighbour& neighbour, FileView bytes, std::string_view name) {
  std::string what = neighbour.what;
  if (const size_t hole = what.find("{}"); hole != what.npos) what.replace(hole, 2, std::to_string(bytes.size()));
  std::string out = to_utf8(base_name(name)) + " is " + what + ". ";
  if (neighbour.advice != nullptr) return out + neighbour.advice;
  return out + "Vitrine does not read it; " + neighbour.opener + " " + neighbour.verb + ".";
}

}  // namespace vitrine
