#pragma once
// Walks the operators: parameters on the way down, results on the way back. A stack of its own instead of recursion,
// since a chain of links may be as long as the document. What must outlive a frame (caches, hard values, triggers) is
// kept here.

#include <deque>
#include <unordered_map>
#include <variant>
#include <vector>

#include "world/frame/frame.h"
#include "world/frame/instances.h"
#include "world/frame/timeline.h"
#include "world/graph/graph.h"

namespace vitrine::world {

class SegmentMap;

/// State inherited from the operators above a place in the tree.
struct Context {
  glm::dmat4 matrix{1};
  const std::string* text = nullptr;   ///< of the event, for "$0"
  const ActiveEvent* event = nullptr;  ///< innermost event instance: its sub-events
  uint32_t instance = 0;               ///< event instance; 0 outside
  uint32_t block = 0;                  ///< owner of the instance memory
  uint32_t seed = 0;
  uint32_t args = kNoNode;  ///< arguments of the innermost call
  uint32_t segment = kNoSegment;
  bool by_position = false;  ///< jobs belong to the segment they lie in
  bool counts_cameras = false;
  bool muted = false;  ///< inside a cached part: handlers do not run
};

class Visitor {
 public:
  Visitor(const Document& document, const Graph& graph, const std::vector<Model>& models, Instances& instances,
          InstanceMemory& memory, Timeline& timeline, const SegmentMap& segments);

  void begin_frame(Frame& frame);
  /// False once the frame exceeds a limit: `over_limit` names it.
  bool visit(uint32_t unit, const Context& context);
  const char* over_limit() const { return over_limit_; }
  /// Is there room for so many further bytes in this frame? If not, `over_limit` says so. Little is taken as it is:
  /// what visits add is looked at once in many of them.
  bool has_room(uint64_t bytes);
  /// Value of a parameter in a context; functions are recorded.
  glm::dvec4 evaluate(const Source& source, const Key& key, const Context& context);
  Variables& variables() { return variables_; }
  /// Hands the events that triggers made in this frame to the timeline.
  void fire();
  void reset();
  /// From the next frame on, meshes are made again: their materials may have changed.
  void forget_meshes() { forgets_meshes_ = true; }

  /// What a visit did with a unit, as bits; kWasKnown: with all above it, without a visit.
  enum Seen : uint8_t { kRan = 1, kRanMuted = 2, kWasKnown = 4, kWasKnownMuted = 8, kWasEmpty = 16 };
  /// From the next frame on it is noted.
  void note_units() { seen_.resize(graph_.units.size()); }
  /// By unit, of the last frame; empty where nothing is noted.
  const std::vector<uint8_t>& seen() const { return seen_; }
  /// Does the operator, and what lies above it, not run again?
  bool is_cached(uint32_t unit) const;

 private:
  static constexpr uint64_t kMostVisits = 1'000'000;
  using Value = std::variant<std::monostate, TextureValue, MaterialValue, const MeshValue*>;
  struct Counters {
    uint64_t visits = 0, execute = 0, paint = 0, failed = 0, empty = 0;
  };
  struct Step {
    uint32_t unit = 0;
    uint64_t next = 0, total = 0;                                    ///< visits of inputs: done, and in all
    Context context;                                                 ///< what its inputs see
    glm::dmat4 base{1};                                              ///< matrix at the operator
    size_t values = 0, results = 0, undo = 0, args = 0, events = 0;  ///< marks of the stacks
    Counters counters;
    bool is_stale = false;
  };
  struct Arguments {
    glm::dvec4 values[8];
    const std::string* texts[8] = {};
    uint32_t outer = kNoNode;
  };
  struct Memo {
    enum State : uint8_t { kNew, kSeen, kKnown } state = kNew;
    const MeshValue* mesh = nullptr;
    Counters counters;
  };
  struct Undo {
    uint8_t variable;
    glm::dvec4 value;
  };

  const Operator& op_of(const Step& step) const { return document_.ops[graph_.units[step.unit].op]; }
  const glm::dvec4* values_of(const Step& step) const { return values_.data() + step.values; }
  uint64_t held_bytes() const;
  void look();
  void push(uint32_t unit, const Context& context, bool muted);
  void pop();
  void note(uint32_t unit, Seen what) {
    if (!seen_.empty()) seen_[unit] = static_cast<uint8_t>(seen_[unit] | what);
  }
  bool take_memo(uint32_t unit, bool muted);
  void count_memo(const Memo& memo, bool muted, uint64_t times);
  void evaluate_parameters(Step& step);
  void compare_hard_values(Step& step);
  void enter(Step& step);
  void prepare_child(Step& step);
  Value leave(Step& step);
  void accept(Value&& value, bool is_stale, OpClass op_class);
  void set(uint8_t variable, const glm::dvec4& value);
  void roll_back(size_t mark);

  // One function per operator that needs more than a line.
  void enter_multiply(Step& step);
  bool add_instances(const Step& step, uint32_t count);
  void enter_events(Step& step, bool only_first);
  void enter_instance(Step& step, const ActiveEvent& event);
  void enter_time(Step& step);
  void enter_call(Step& step);
  void enter_trigger(Step& step);
  void enter_particles(Step& step);
  void enter_text(Step& step);
  InstanceMemory::Grant request_memory(const Step& step, const std::string& type, uint32_t bytes);
  void add_light(const Step& step);
  void add_camera(const Step& step);
  void add_effect(const Step& step, const std::string& kind, const glm::dvec4& color);
  void add_mesh(const MeshValue& mesh, const Context& context);
  void place_mesh(const MeshValue& mesh, const Context& context);
  void place_clusters();
  void locate_jobs(size_t first);
  bool may_add_clusters(size_t count);
  uint32_t locate(const glm::dvec3& p);
  TextureValue make_texture(const Step& step) const;
  MaterialValue make_material(const Step& step) const;
  const MeshValue* make_mesh(const Step& step);
  const MeshValue* make_deformed(const Step& step);
  const std::string& text_of(const Text& text, const Context& context) const;
  MeshValue* new_mesh(size_t clusters);

  const Document& document_;
  const Graph& graph_;
  const std::vector<Model>& models_;
  Instances& instances_;
  InstanceMemory& memory_;
  Timeline& timeline_;
  const SegmentMap& segments_;
  Frame* frame_ = nullptr;
  Variables variables_;
  Context home_;            ///< of the visit under way
  std::deque<Step> steps_;  ///< a stack whose elements stay where they are; depth_ of them are in use
  size_t depth_ = 0;
  std::vector<glm::dvec4> values_;
  std::vector<Value> results_;
  std::vector<Undo> undo_;
  std::vector<Arguments> args_;
  std::deque<ActiveEvent> events_;  ///< instances of the operators on the stack; addresses stay
  uint64_t work_ = 0;               ///< events and cells of segments looked at
  uint64_t clusters_ = 0;           ///< made or added
  uint64_t next_look_ = 0;          ///< visits after which the limits are looked at
  const char* over_limit_ = nullptr;
  Counters counters_;
  // Kept from frame to frame.
  std::vector<Memo> memos_;
  std::vector<uint8_t> has_run_;
  std::vector<std::vector<glm::dvec4>> hard_values_;
  uint64_t hard_count_ = 0;
  std::unordered_map<uint64_t, bool> triggers_;
  std::vector<Event> fired_;
  uint64_t fired_bytes_ = 0;
  std::deque<MeshValue> kept_meshes_, frame_meshes_;
  uint64_t kept_clusters_ = 0, frame_clusters_ = 0;  ///< there is memory for
  size_t frame_mesh_count_ = 0;
  bool forgets_meshes_ = false;
  std::vector<uint8_t> seen_;
};

}  // namespace vitrine::world
