// Parts of the page whose scripts are fetched with their first use.

import { t } from './language';

/** To be said when the script of `name` cannot be fetched. */
export const notLoaded = (name: string): string =>
  t('{name} could not be loaded. Check the connection and try again.', { name });

/** Where it is said; `end` takes back what was. */
interface Note {
  show(text: string): void;
  end(): void;
}

export class Late<Part> {
  /** Undefined before the first use. */
  part: Part | undefined;
  #coming: Promise<Part> | undefined;

  constructor(
    private readonly name: string,
    private readonly note: Note,
    private readonly make: () => Promise<Part>,
  ) {}

  /** Does `work` once the part is there; in the order of the calls, and never if it cannot be fetched. The next call tries again. */
  async use(work: (part: Part) => void): Promise<void> {
    this.#coming ??= this.make();
    try {
      const part = await this.#coming;
      if (!this.part) this.note.end();
      this.part = part;
    } catch {
      this.#coming = undefined;
      return this.note.show(notLoaded(this.name));
    }
    work(this.part);
  }
}
