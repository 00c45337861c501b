// Finds the state of a song at any of its samples: by playing it silently, from the nearest place it has been at.

import { SoundCore, type SongState } from './core';
import { kRate } from './messages';

/** Between two places that are kept, in samples, and how many there are at most: each takes some megabytes. */
const kLeastDistance = 10 * kRate;
const kMostKept = 12;
/** Reverbs and delays of other channels have faded after this. */
const kSettle = 4 * kRate;
/** Samples that are played before others get a word: some ten milliseconds. */
const kSlice = kRate / 4;

interface Kept {
  sample: number;
  muted: number;
  state: SongState;
}

export class Seeker {
  readonly #kept: Kept[];
  readonly #distance: number;
  #muted = 0;

  /** `core` has a song, at its start. */
  constructor(private readonly core: SoundCore) {
    this.#kept = [{ sample: 0, muted: 0, state: core.state }];
    this.#distance = Math.max(kLeastDistance, Math.ceil(core.length / kMostKept));
  }

  /**
   * Gives the number of samples that are left, slice by slice, until the core stands at `sample` with these channels
   * muted. It is as if the song had been played through; where other channels were muted before, for its last seconds.
   */
  *seek(sample: number, muted: number): Generator<number, void> {
    const { core } = this;
    const usable = (at: number, mask: number): boolean =>
      at <= (mask === muted || at === 0 ? sample : sample - kSettle);
    const best = this.#kept.filter((kept) => usable(kept.sample, kept.muted)).at(-1)!,
      here = core.position;
    if (!usable(here, this.#muted) || here < best.sample) core.restore(best.state);
    core.mute((this.#muted = muted));
    while (core.position < sample) {
      const next = this.#nextKept(core.position);
      core.seek(Math.min(sample, next, core.position + kSlice));
      if (core.position === next) this.#keep();
      if (core.position < sample) yield sample - core.position;
    }
  }

  #nextKept(position: number): number {
    return (Math.floor(position / this.#distance) + 1) * this.#distance;
  }

  #keep(): void {
    const { core } = this,
      sample = core.position;
    if (sample > core.length) return;
    const at = this.#kept.findIndex((kept) => kept.sample === sample);
    if (at >= 0) this.#kept.splice(at, 1);
    this.#kept.push({ sample, muted: this.#muted, state: core.state });
    this.#kept.sort((a, b) => a.sample - b.sample);
  }
}
