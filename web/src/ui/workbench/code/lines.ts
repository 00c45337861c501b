// The text of a document as an editor shows it: every line ends with "\n", and there is no byte order mark. Offsets are told
// both ways, so that what is not edited stays as it was written.

import type { Splice } from '../text/draft';

export class ShownText {
  readonly shown: string;
  /** What ends a new line. */
  readonly end: string;
  readonly #mark: number;
  /** Where in the text the line ends of two characters begin, in order. */
  readonly #pairs: number[] = [];

  constructor(readonly text: string) {
    this.#mark = text.startsWith('\uFEFF') ? 1 : 0;
    for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n', at + 2)) this.#pairs.push(at);
    this.end = this.#pairs.length > 0 ? '\r\n' : '\n';
    this.shown = this.#pairs.length === 0 ? text.slice(this.#mark) : text.slice(this.#mark).replaceAll('\r\n', '\n');
  }

  /** The place in the editor of an offset of the text. */
  toShown(offset: number): number {
    return Math.max(0, offset - this.#mark - this.#before((pair) => pair < offset));
  }

  /** The offset in the text of a place in the editor; never inside the end of a line. */
  toText(place: number): number {
    return place + this.#mark + this.#before((pair, i) => pair - i - this.#mark < place);
  }

  /** A stretch of the editor that is replaced, as one of the text. */
  splice(from: number, to: number, shown: string): Splice {
    const text = this.end === '\n' ? shown : shown.replaceAll('\n', this.end);
    return { from: this.toText(from), to: this.toText(to), text };
  }

  /** How many of the pairs are before; those are the first ones. */
  #before(isBefore: (pair: number, index: number) => boolean): number {
    let [low, high] = [0, this.#pairs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(this.#pairs[middle]!, middle)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
