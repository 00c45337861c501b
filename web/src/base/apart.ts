// Labels over a view, kept apart from each other.

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Tops at which no box lies over one before it: each is moved down as far as that takes, and `gap` more. */
export function topsApart(boxes: readonly Box[], gap: number): number[] {
  const placed: Box[] = [];
  return boxes.map((box) => {
    const { left, width, height } = box;
    let { top } = box;
    // From top to bottom: a box that is moved below one of them meets none of those before it.
    for (const other of placed) {
      const isBeside = other.left >= left + width + gap || left >= other.left + other.width + gap;
      if (isBeside || other.top >= top + height + gap || top >= other.top + other.height + gap) continue;
      top = other.top + other.height + gap;
    }
    const below = placed.findIndex((other) => other.top > top);
    placed.splice(below < 0 ? placed.length : below, 0, { left, top, width, height });
    return top;
  });
}
