#pragma once
// Segments and portals: where a point lies, which segments the camera sees, how far lights reach.

#include <optional>
#include <span>
#include <vector>

#include "world/frame/frame.h"
#include "world/graph/cell_grid.h"

namespace vitrine::world {

/// Which segment contains a point: one of its ADD cells does.
class SegmentMap {
 public:
  explicit SegmentMap(const Document& document);
  bool contains(uint32_t segment, const glm::dvec3& p) const;
  /// The first in file order; kNoSegment when none does. `work` grows by the cells looked at.
  uint32_t locate(const glm::dvec3& p, uint64_t& work) const {
    for (const uint32_t cell : grid_.near(p)) {
      ++work;
      if (grid_.cells()[cell].contains(p)) return grid_.cells()[cell].number;
    }
    return kNoSegment;
  }

 private:
  std::vector<uint32_t> first_;  ///< per segment, into the cells of the grid
  CellGrid grid_;                ///< ADD cells with their segments, which are in order
};

/// Two segments and what lies between them.
struct PortalEdge {
  uint32_t a = 0, b = 0;
  double resistance = 1;
  bool has_box = false;
  Box box;
};

/// Values of the flood fill: `start` at the camera's segment, minus the resistance of each portal, the largest way
/// counts.
class FloodFill {
 public:
  explicit FloodFill(const Document& document);
  /// For graphs made by hand.
  FloodFill(size_t segments, std::vector<PortalEdge> portals);

  /// `open`: per portal. Values of 0 and less are reported as 0.
  void fill(uint32_t start, double value, std::span<const uint8_t> open, std::vector<double>& flood);
  /// The same through the picture: a portal must be seen within the rectangle of the way to it. False when that takes
  /// more than twenty million steps.
  [[nodiscard]] bool fill_clipped(uint32_t start, double value, std::span<const uint8_t> open, const ViewCamera& camera,
                                  std::vector<double>& flood, std::vector<Rect>& rects);
  /// Segments a light in `home` reaches: through open portals whose box is nearer than its range, recursively. File
  /// order. `work` grows by the portals looked at.
  void spread(uint32_t home, const glm::dvec3& at, double range, std::span<const uint8_t> open,
              std::vector<uint32_t>& segments, uint64_t& work);
  const std::vector<PortalEdge>& portals() const { return portals_; }

 private:
  void connect();
  std::vector<PortalEdge> portals_;
  /// Out of a segment: what a fill reads of a portal lies together.
  struct Way {
    double resistance;
    uint32_t to, portal;
  };
  std::vector<uint32_t> first_;  ///< per segment, into ways_
  std::vector<Way> ways_;
  double most_resistance_ = 0;
  size_t segments_ = 0;
  struct Entry {
    double value;
    uint32_t segment;
  };
  void push(const Entry& entry);
  bool pop(Entry& entry);
  /// Entries by value, the largest first: those of the current bucket are a heap, the others lie unsorted in buckets of
  /// equal width until theirs comes. No portal leads further than the ring is round.
  static constexpr uint64_t kBuckets = 64;
  std::vector<Entry> heap_;
  std::vector<Entry> ring_[kBuckets];
  uint64_t filled_ = 0;   ///< a bit for each bucket of the ring that is not empty
  uint64_t current_ = 0;  ///< number of the bucket that the heap holds, counted from the start
  double start_ = 0, per_value_ = 0;
  std::vector<Rect> boxes_;
  std::vector<uint8_t> mark_;
};

/// Bounding rectangle of a box on the screen, in front of the near plane; empty behind it.
Rect project(const Box& box, const ViewCamera& camera);
/// Distance from a point to a box; 0 inside.
double distance_to(const Box& box, const glm::dvec3& p);

}  // namespace vitrine::world
