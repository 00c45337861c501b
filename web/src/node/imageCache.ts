// Images as exports hold them, kept while the same bytes are asked for: a model that is converted again and again, or at
// each save, has its images decoded once.

import type { ImageType } from '../core/exportImages';
import { isEqual } from '../images/imageGroups';
import type { PixelBudget } from '../images/imageLimits';

type Embedded = Uint8Array | undefined;

interface Kept {
  source: Uint8Array;
  types: string;
  made: Uint8Array;
  /** That it took of a budget, and takes again. */
  pixels: number;
}

/** Bytes of images that are kept, and of what became of them. */
const kMostBytes = 128 << 20;

export class ImageCache {
  /** The one that was asked for last stands last. */
  private kept: Kept[] = [];

  /** `make` takes pixels of the budget. It is called for bytes that are not known, or that it made nothing of. */
  of(source: Uint8Array, types: readonly ImageType[], budget: PixelBudget, make: () => Embedded): Embedded {
    const key = types.join(),
      at = this.kept.findIndex(
        (one) => one.types === key && one.source.length === source.length && isEqual(one.source, source),
      ),
      [known] = at < 0 ? [] : this.kept.splice(at, 1),
      { rest } = budget,
      made = known?.made ?? make();
    if (!made) return undefined;
    this.kept.push(known ?? { source: source.slice(), types: key, made, pixels: rest - budget.rest });
    if (known && !budget.takes(known.pixels)) return undefined;
    let bytes = this.kept.reduce((all, one) => all + one.source.length + one.made.length, 0);
    while (bytes > kMostBytes && this.kept.length > 1) {
      const gone = this.kept.shift()!;
      bytes -= gone.source.length + gone.made.length;
    }
    return made;
  }
}
