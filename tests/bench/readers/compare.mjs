// How far the vertices of a reader are from those that are expected, whatever it did to their parts and their order.

const kNear = 1e-3;

const distance = (a, i, b, j) => Math.hypot(a[i] - b[j], a[i + 1] - b[j + 1], a[i + 2] - b[j + 2]);

function meanDistance(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i += 3) sum += distance(a, i, b, i);
  return sum / (a.length / 3);
}

/** Diagonal of the box of all parts. */
export function sizeOf(parts) {
  const low = [Infinity, Infinity, Infinity],
    high = [-Infinity, -Infinity, -Infinity];
  for (const part of parts)
    part.forEach((value, i) => {
      low[i % 3] = Math.min(low[i % 3], value);
      high[i % 3] = Math.max(high[i % 3], value);
    });
  return Math.hypot(...high.map((value, i) => value - low[i]));
}

/** [[part, offset], ...] of the vertices within `near` of one, and the nearest. */
function around(part, i, others, near) {
  const within = [];
  let best = Infinity,
    nearest;
  others.forEach((other, index) => {
    for (let j = 0; j < other.length; j += 3) {
      const d = distance(part, i, other, j);
      if (d <= near) within.push([index, j]);
      if (d < best) [best, nearest] = [d, [index, j]];
    }
  });
  return { within, nearest };
}

/**
 * Finds in the first pose which vertex of a reader is which: that of the same number in a part of the same length or, where it
 * is elsewhere, those that stand at the place, as a reader may sort, split and join vertices.
 */
export class Matching {
  constructor(expected, found) {
    this.size = sizeOf(expected);
    const near = this.size * kNear,
      free = new Set(found.keys());
    this.vertices = expected.map((part) => {
      const fitting = [...free].filter((i) => found[i].length === part.length);
      const same =
        fitting.length > 0
          ? fitting.reduce((a, b) => (meanDistance(part, found[b]) < meanDistance(part, found[a]) ? b : a))
          : undefined;
      free.delete(same);
      return Array.from({ length: part.length / 3 }, (_, v) => {
        if (same !== undefined && distance(part, 3 * v, found[same], 3 * v) <= near) return [[same, 3 * v]];
        const { within, nearest } = around(part, 3 * v, found, near);
        if (within.length > 0) return within;
        return same !== undefined ? [[same, 3 * v]] : nearest ? [nearest] : [];
      });
    });
    /** Parts with vertices where none are expected. */
    this.extra = [...free].filter((i) => {
      for (let j = 0; j < Math.min(found[i].length, 150); j += 3)
        if (around(found[i], j, expected, near).within.length === 0) return true;
      return false;
    }).length;
  }

  /** The farthest vertex, as a share of the size; Infinity for one that is nowhere. */
  largest(expected, found) {
    let most = 0;
    expected.forEach((part, p) => {
      for (let i = 0; i < part.length; i += 3) {
        const d = Math.min(...this.vertices[p][i / 3].map(([index, j]) => distance(part, i, found[index], j)));
        most = Math.max(most, Number.isFinite(d) ? d : Infinity);
      }
    });
    return most / this.size;
  }
}
