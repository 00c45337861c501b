// A gesture that holds numbers of the text: what it leaves alone, or brings back, keeps its spelling.

import type { Attempt, Draft } from '../text/draft';
import { setRaw } from '../text/gestures';
import { nodeAt } from '../text/scan';
import { numberText } from './numbers';

let count = 0;

export class Hold {
  /** Steps of this one become one. */
  readonly gesture = `hold ${++count}`;
  /** Numbers as they were when this gesture first met them. */
  readonly #met = new Map<string, { value: number; raw: string }>();

  /** What gives the number at a pointer this value: nothing where it has it already. */
  put(draft: Draft, pointer: string, value: number, decimals: number): Attempt[] {
    const node = nodeAt(draft.root, pointer);
    if (!node) return [setRaw(draft, pointer, numberText(value, decimals))];
    const now = draft.rootText.slice(node.from, node.to);
    if (!this.#met.has(pointer)) this.#met.set(pointer, { value: Number(now), raw: now });
    const met = this.#met.get(pointer)!,
      raw = value === met.value ? met.raw : numberText(value, decimals);
    return raw === now ? [] : [setRaw(draft, pointer, raw)];
  }
}
