// The document around its operators: head, files, root, camera, timeline, lighting, sound.

#include <algorithm>

#include "world/graph/read/reader.h"

namespace vitrine::world {
namespace {

/// Offsets at which lines start; LF, CR LF and lone CR each end one.
std::vector<uint32_t> find_lines(std::string_view text) {
  std::vector<uint32_t> starts{0};
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n')))
      starts.push_back(static_cast<uint32_t>(i + 1));
  }
  return starts;
}

void place_at(Issue& issue, const std::vector<uint32_t>& starts, uint64_t offset) {
  const auto line = std::upper_bound(starts.begin(), starts.end(), offset) - 1;
  issue.line = static_cast<uint32_t>(line - starts.begin()) + 1;
  issue.column = static_cast<uint32_t>(offset - *line) + 1;
}

}  // namespace

std::string shortened(const std::string& text) {
  constexpr size_t kMost = 400;
  if (text.size() <= kMost) return text;
  const auto whole = [&](size_t at) {
    while (at > 0 && (static_cast<uint8_t>(text[at]) & 0xC0) == 0x80) --at;
    return at;
  };
  return text.substr(0, whole(kMost / 2)) + "..." + text.substr(whole(text.size() - kMost / 2));
}

void Document::place(Issue& issue, uint32_t node) const { place_at(issue, line_starts, tree[node].offset); }

void Reader::say(const Code& code, uint32_t node, std::string message) {
  const bool is_error = code.severity == Severity::kError;
  if (++(is_error ? errors_ : warnings_) > (is_error ? kErrorsKept : kWarningsKept)) return;
  issues_.push_back({&code, shortened(tree_.pointer(node)), shortened(message)});
  issue_nodes_.push_back(node);
}

void Reader::charge(uint32_t node, uint64_t bytes) {
  read_bytes_ += bytes;
  if (is_full_ || read_bytes_ <= kMostReadBytes) return;
  is_full_ = true;
  say(kWorldLimit, node, "what this document describes takes more than 256 MiB of memory");
}

void Reader::check_duplicates() {
  std::vector<std::pair<std::string_view, uint32_t>> keys;
  for (uint32_t node = 0; node < tree_.size(); ++node) {
    if (!tree_.is(node, JsonType::kObject)) continue;
    keys.clear();
    for (uint32_t child = tree_[node].first; child != kNoNode; child = tree_[child].next)
      keys.emplace_back(tree_.key(child), child);
    std::sort(keys.begin(), keys.end());
    for (size_t i = 1; i < keys.size(); ++i) {
      if (keys[i].first == keys[i - 1].first)
        say(kWorldDuplicate, keys[i].second, "the key \"" + std::string(keys[i].first) + "\" is here twice");
    }
  }
}

void Reader::run() {
  if (!expect(0, JsonType::kObject)) return;
  check_duplicates();
  if (failed()) return;
  const Fields fields = read_fields(0, kDocumentKeys.keys);
  if (!read_head(fields)) return;
  read_files(fields.node[document_key::kModels]);
  read_splines(fields.node[document_key::kSplines]);
  read_subroutine_heads(fields.node[document_key::kSubroutines]);
  read_table(fields.node[document_key::kTextures], OpClass::kTexture);
  read_table(fields.node[document_key::kMaterials], OpClass::kMaterial);
  read_table(fields.node[document_key::kMeshes], OpClass::kMesh);
  read_table(fields.node[document_key::kScenes], OpClass::kScene);
  read_table(fields.node[document_key::kEffects], OpClass::kFx);
  read_specials(fields.node[document_key::kSpecials]);
  read_subroutine_roots();
  read_root(fields);
  if (is_full_) return;  // names that were not read would be missing
  resolve_links();
  flatten_root();
  resolve_portals();
  read_camera(fields.node[document_key::kCamera]);
  read_timeline(fields.node[document_key::kTimeline]);
  read_lighting(fields.node[document_key::kLighting]);
  read_physics(fields.node[document_key::kPhysics]);
  read_sound(fields.node[document_key::kSound]);
  // The checks below follow the links, so all of them must be valid.
  if (!failed()) find_cycles();
  if (!failed()) check_calls();
  if (!failed()) check_classes();
  if (!failed()) number_slots();
}

bool Reader::read_head(const Fields& fields) {
  const uint32_t kind = fields.node[document_key::kKind], version = fields.node[document_key::kVersion];
  if (kind == kNoNode) {
    say(kWorldKind, 0, "\"kind\" is missing");
  } else if (!tree_.is(kind, JsonType::kString) || tree_.text(kind) != "vitrine-world") {
    say(kWorldKind, kind, "expected \"vitrine-world\"");
  } else if (version == kNoNode) {
    say(kWorldVersion, 0, "\"version\" is missing");
  } else if (!tree_.is(version, JsonType::kNumber) || tree_[version].number != 1) {
    say(kWorldVersion, version, "expected 1");
  } else {
    doc_.seed = static_cast<uint32_t>(fields.number(document_key::kSeed));
    doc_.flood_start = fields.number(document_key::kFloodStart);
    doc_.clip = fields.flag(document_key::kClip);
    doc_.wireframe = static_cast<Wireframe>(fields.number(document_key::kWireframe));
    read_system(fields.node[document_key::kSystem]);
    return true;
  }
  return false;
}

void Reader::read_system(uint32_t node) {
  if (node == kNoNode) return;
  if (tree_.is(node, JsonType::kString)) {
    const int mode = word_index(node, kSystemKeys.keys[system_key::kMode].words);
    if (mode >= 0) doc_.system = static_cast<System>(mode);
  } else if (tree_.is(node, JsonType::kObject)) {
    const Fields fields = read_fields(node, kSystemKeys.keys);
    doc_.system = static_cast<System>(fields.number(system_key::kMode));
    doc_.cache = fields.flag(system_key::kCache);
    doc_.prune = fields.flag(system_key::kPrune);
  } else {
    say(kWorldType, node, std::string("expected a string or an object, found ") + describe(tree_[node].type));
  }
}

void Reader::read_files(uint32_t node) {
  if (node == kNoNode || !expect(node, JsonType::kObject)) return;
  for (uint32_t child = first_of(node); child != kNoNode; child = after(child)) {
    if (!check_name(child, tree_.key(child))) continue;
    Named model{tree_.key(child), {}, child};
    if (tree_.is(child, JsonType::kObject))
      read_model(child, model);
    else if (expect(child, JsonType::kString))
      model.file = tree_.text(child);
    charge(child, weight::kModel);
    models_.emplace(model.name, static_cast<uint32_t>(doc_.models.size()));
    doc_.models.push_back(std::move(model));
  }
}

/// { "file", "with": [...] }: a model and what is opened together with it.
void Reader::read_model(uint32_t node, Named& model) {
  const Fields fields = read_fields(node, kModelKeys.keys);
  const uint32_t file = if_text(fields.node[model_key::kFile]), with = fields.node[model_key::kWith];
  if (file != kNoNode) model.node = file;
  model.file = node_text(file);
  if (with == kNoNode || !expect(with, JsonType::kArray)) return;
  for (uint32_t child = first_of(with); child != kNoNode; child = after(child)) {
    if (!expect(child, JsonType::kString)) continue;
    charge(child, weight::kFile);
    model.with.push_back({tree_.text(child), child});
  }
}

void Reader::read_splines(uint32_t node) {
  if (node == kNoNode || !expect(node, JsonType::kObject)) return;
  for (uint32_t child = first_of(node); child != kNoNode; child = after(child)) {
    check_name(child, tree_.key(child));
    charge(child, weight::kSpline);
    splines_.emplace(tree_.key(child), static_cast<uint32_t>(doc_.splines.size()));
    doc_.splines.push_back({tree_.key(child), read_spline(child, true)});
  }
}

void Reader::read_root(const Fields& fields) {
  const uint32_t world = fields.node[document_key::kWorld];
  for (const size_t key :
       {document_key::kSegments, document_key::kPortals, document_key::kEntities, document_key::kPost}) {
    if (world != kNoNode && fields.has(key))
      return say(kWorldRoot, fields.node[key],
                 "a document with \"world\" has no \"" + std::string(kDocumentKeys.keys[key].name) + "\"");
  }
  has_parts_ = world != kNoNode || fields.has(document_key::kSegments) || fields.has(document_key::kPortals) ||
               fields.has(document_key::kEntities);
  if (world != kNoNode) {
    roots_.push_back(read_link(world, OpClass::kWorld, "world", 1));
    doc_.world_ops = 0;
    return;
  }
  read_parts(fields.node[document_key::kSegments], "sector");
  read_parts(fields.node[document_key::kPortals], "portal");
  for (const Link& link : read_links(fields.node[document_key::kEntities], OpClass::kScene, "entity"))
    roots_.push_back(link);
  for (const Link& link : read_links(fields.node[document_key::kPost], OpClass::kFx, "post")) roots_.push_back(link);
}

/// `segments` or `portals`: operators whose "op" may be left out.
void Reader::read_parts(uint32_t node, const char* kind) {
  if (node == kNoNode || !expect(node, JsonType::kArray)) return;
  for (uint32_t child = first_of(node); child != kNoNode; child = after(child)) {
    if (!expect(child, JsonType::kObject)) continue;
    Link link;
    link.node = child;
    link.wanted = OpClass::kWorld;
    link.slot = kind;
    link.op = read_operator(child, kind, {}, OpClass::kAny, 1);
    if (link.op == kNoNode) continue;
    if (doc_.ops[link.op].row().name != std::string_view(kind)) {
      say(kWorldClass, child,
          std::string("this is a ") + doc_.ops[link.op].row().name + " operator, expected a " + kind);
      continue;
    }
    roots_.push_back(link);
  }
}

std::vector<Link> Reader::read_links(uint32_t node, OpClass wanted, const char* what) {
  std::vector<Link> links;
  if (node == kNoNode || !expect(node, JsonType::kArray)) return links;
  for (uint32_t child = first_of(node); child != kNoNode; child = after(child))
    links.push_back(read_link(child, wanted, what, 1));
  return links;
}

void Reader::read_camera(uint32_t node) {
  for (size_t i = 0; i < doc_.camera.sources.size(); ++i) {
    const Key& key = kCameraKeys.keys[i];
    doc_.camera.sources[i].literal = glm::dvec4(key.initial[0], key.initial[1], key.initial[2], key.initial[3]);
  }
  if (node == kNoNode) return;
  if (tree_.is(node, JsonType::kString)) {
    doc_.camera.op = find_scene(node, {OpKind::kCamera});
  } else if (tree_.is(node, JsonType::kObject)) {
    in_operator_ = true;  // its keys are parameters
    const Fields fields = read_fields(node, kCameraKeys.keys);
    in_operator_ = false;
    std::copy_n(fields.value.begin(), doc_.camera.sources.size(), doc_.camera.sources.begin());
  } else {
    say(kWorldType, node,
        std::string("expected an object or the name of a camera operator, found ") + describe(tree_[node].type));
  }
}

void Reader::read_timeline(uint32_t node) {
  if (node == kNoNode || !expect(node, JsonType::kObject)) return;
  const Fields fields = read_fields(node, kTimelineKeys.keys);
  doc_.bpm = fields.number(timeline_key::kBpm);
  doc_.events = read_events(fields.node[timeline_key::kEvents]);
}

/// Recursive over `sub`; the depth of the JSON text bounds it.
std::vector<Event> Reader::read_events(uint32_t node) {
  std::vector<Event> events;
  if (node == kNoNode || !expect(node, JsonType::kArray)) return events;
  for (uint32_t child = first_of(node); child != kNoNode; child = after(child)) {
    if (expect(child, JsonType::kObject)) events.push_back(read_event(child));
  }
  return events;
}

Event Reader::read_event(uint32_t node) {
  charge(node, weight::kEvent);
  Event event;
  uint32_t sub = kNoNode;
  {
    const Fields fields = read_fields(node, kEventKeys.keys);
    const auto value = [&](size_t key) { return fields.value[key].literal; };
    if (const uint32_t name = if_text(fields.node[event_key::kOp]); name != kNoNode)
      event.op = find_scene(name, {OpKind::kEvent, OpKind::kTime});
    event.start = fields.number(event_key::kStart);
    if (fields.has(event_key::kEnd)) event.end = fields.number(event_key::kEnd);
    if (!(event.end > event.start)) say(kWorldRange, fields.node[event_key::kEnd], "the end must come after the start");
    event.interval = glm::dvec2(value(event_key::kInterval));
    event.ease = glm::dvec2(value(event_key::kEase));
    event.velocity = value(event_key::kVelocity);
    event.modulation = value(event_key::kModulation);
    event.select = value(event_key::kSelect);
    event.scale = value(event_key::kScale);
    event.rotate = value(event_key::kRotate);
    event.translate = value(event_key::kTranslate);
    event.color = value(event_key::kColor);
    if (const uint32_t text = if_text(fields.node[event_key::kText]); text != kNoNode) event.text = tree_.text(text);
    sub = fields.node[event_key::kSub];
  }
  event.sub = read_events(sub);
  return event;
}

void Reader::read_lighting(uint32_t node) {
  if (node == kNoNode || !expect(node, JsonType::kObject)) return;
  const Fields fields = read_fields(node, kLightingKeys.keys);
  Lighting& lighting = doc_.lighting;
  lighting.fake = fields.flag(lighting_key::kMode);
  lighting.shadows = fields.flag(lighting_key::kShadows);
  lighting.mask_scale = fields.number(lighting_key::kMaskScale);
  lighting.blur = static_cast<int>(fields.number(lighting_key::kBlur));
  lighting.colored = fields.flag(lighting_key::kColored);
  const uint32_t names = fields.node[lighting_key::kShadowLights], samples = fields.node[lighting_key::kSamples];
  if (names != kNoNode && expect(names, JsonType::kArray)) {
    lighting.has_shadow_lights = true;
    for (uint32_t child = first_of(names); child != kNoNode; child = after(child)) {
      if (expect(child, JsonType::kString)) lighting.shadow_lights.push_back(find_scene(child, {OpKind::kLight}));
    }
  }
  if (samples != kNoNode && expect(samples, JsonType::kArray)) {
    for (uint32_t child = first_of(samples); child != kNoNode; child = after(child)) {
      if (expect(child, JsonType::kObject)) lighting.samples.push_back(read_sample(child));
    }
  }
}

LightingSample Reader::read_sample(uint32_t node) {
  charge(node, weight::kSample);
  LightingSample sample;
  const uint32_t model = tree_.member(node, "model");
  sample.fake = model != kNoNode && tree_.is(model, JsonType::kString) && tree_.text(model) == "fake";
  const auto numbers = [&](uint32_t list, const Key& key, auto&& take) {
    if (list == kNoNode || !expect(list, JsonType::kArray)) return;
    for (uint32_t child = first_of(list); child != kNoNode; child = after(child)) {
      charge(child, weight::kSampleValue);
      Source source;
      if (read_literal(key, child, source)) take(source.literal);
    }
  };
  if (sample.fake) {
    const Fields fields = read_fields(node, kFakeSampleKeys.keys);
    sample.mask = fields.vec3(fake_sample_key::kMask);
    sample.brightness = fields.vec3(fake_sample_key::kBrightness);
    sample.bump = fields.number(fake_sample_key::kBump);
    sample.lightmap = fields.number(fake_sample_key::kLightmap);
    sample.specular = fields.number(fake_sample_key::kSpecular);
    sample.texture = fields.number(fake_sample_key::kTexture);
    const uint32_t colors = fields.node[fake_sample_key::kColors];
    numbers(colors, vec3("color"), [&](const glm::dvec4& value) { sample.colors.emplace_back(value); });
    if (colors != kNoNode && !failed() && sample.colors.size() != 3)
      say(kWorldType, colors, "expected 3 colors, found " + std::to_string(sample.colors.size()));
    return sample;
  }
  const Fields fields = read_fields(node, kPhasesSampleKeys.keys);
  sample.lightmap = fields.number(phases_sample_key::kLightmap);
  sample.texture = fields.number(phases_sample_key::kTexture);
  sample.detail = fields.number(phases_sample_key::kDetail);
  sample.specular = fields.number(phases_sample_key::kSpecular);
  sample.env = fields.number(phases_sample_key::kEnv);
  numbers(fields.node[phases_sample_key::kBumps], number("bump"),
          [&](const glm::dvec4& value) { sample.bumps.push_back(value.x); });
  const uint32_t lights = fields.node[phases_sample_key::kLights];
  if (lights != kNoNode && expect(lights, JsonType::kArray)) {
    for (uint32_t child = first_of(lights); child != kNoNode; child = after(child)) {
      if (!expect(child, JsonType::kObject)) continue;
      charge(child, weight::kSampleValue);
      const Fields light = read_fields(child, kSampleLightKeys.keys);
      sample.lights.push_back({light.number(sample_light_key::kValue), light.flag(sample_light_key::kLit)});
    }
  }
  return sample;
}

void Reader::read_sound(uint32_t node) {
  if (node == kNoNode || !expect(node, JsonType::kObject)) return;
  const Fields fields = read_fields(node, kSoundKeys.keys);
  const auto file = [&](size_t key) -> std::optional<Named> {
    const uint32_t text = if_text(fields.node[key]);
    if (text == kNoNode) return {};
    return Named{kSoundKeys.keys[key].name, tree_.text(text), text};
  };
  doc_.effects = file(sound_key::kEffects);
  doc_.music = file(sound_key::kMusic);
}

ReadResult read(std::string_view text) {
  ReadResult result;
  auto tree = JsonTree::parse(text);
  Document document;
  document.line_starts = find_lines(text);
  if (!tree) {
    const Error& error = tree.error();
    place_at(result.issues.emplace_back(Issue{error.code(), "", error.message()}), document.line_starts,
             error.offset());
    return result;
  }
  document.tree = std::move(*tree);
  Reader reader(document, result.issues);
  reader.run();
  document.written_cells = document.cells.size();
  for (size_t i = 0; i < result.issues.size(); ++i) document.place(result.issues[i], reader.issue_nodes()[i]);
  const bool refused = std::any_of(result.issues.begin(), result.issues.end(),
                                   [](const Issue& issue) { return issue.severity() == Severity::kError; });
  if (!refused) result.document = std::move(document);
  return result;
}

}  // namespace vitrine::world
