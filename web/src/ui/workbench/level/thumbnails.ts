// Small pictures of textures and materials: made one at a time while nothing else is going on, in a view of the same engine.

import { scan } from '../text/scan';
import type { Bench, EngineView } from '../bench';
import { kSphere, levelOf, neededBy, sphere } from './derive';

/** Pixels of a side. */
const kSide = 48;
/** So many are kept. */
const kMost = 256;
/** Hands and texts have been at rest for so long. */
const kRestMs = 700;
/** Where the pictures are looked at from: a texture fills them, a material is on a sphere. */
const kEyes = {
  texture: { at: [0, 0, 1 / Math.tan(Math.PI / 8)], dir: [0, 0, -1] },
  material: { at: [0.78, 1, 1.15], dir: [-0.78, -0.5, -1.15] },
} as const;

/** Things that happen to the page, after which it is left alone for a while. */
const kHands = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'keydown', 'wheel'] as const;

export class Thumbnails {
  /** Addresses by what they show, those that were asked for last at the end; empty: there can be none. */
  readonly #made = new Map<string, string>();
  /** By page: what it shows, in one text, and the last picture. */
  #keys = new Map<string, string | undefined>();
  readonly #last = new Map<string, string>();
  #version = -1;
  /** What is shown at the moment and has no picture yet, by what it shows. */
  readonly #wanted = new Map<string, string>();
  readonly #ending = new AbortController();
  readonly #end: () => void;
  #view: EngineView | undefined;
  #moved = -kRestMs;
  #isHeld = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDrawing = false;

  /** `changed`: there is another picture. */
  constructor(
    private readonly bench: Bench,
    private readonly changed: () => void,
  ) {
    const { signal } = this.#ending,
      moved = (): void => void (this.#moved = performance.now());
    for (const name of kHands)
      addEventListener(
        name,
        ({ type }) => {
          if (type.startsWith('pointer') && type !== 'pointermove') this.#isHeld = type === 'pointerdown';
          moved();
        },
        { signal, capture: true, passive: true },
      );
    this.#end = bench.on((event) => event === 'text' && moved());
  }

  /** The address of the picture of a page; undefined while it has none, which may change. */
  of(pointer: string): string | undefined {
    const { draft } = this.bench;
    if (!/^\/(textures|materials)\/[^/]+$/.test(pointer)) return undefined;
    if (draft.version !== this.#version) {
      // Not with each step of a drag.
      if (this.#isBusy) return this.#meanwhile(pointer);
      this.#version = draft.version;
      this.#keys = new Map();
      this.#wanted.clear();
    }
    if (!this.#keys.has(pointer)) {
      const needed = neededBy(draft.rootText, draft.root, pointer);
      this.#keys.set(pointer, needed && `${pointer}\n${needed}`);
    }
    const key = this.#keys.get(pointer);
    if (key === undefined) return undefined;
    const made = this.#made.get(key);
    if (made === undefined) {
      this.#wanted.set(key, pointer);
      return this.#meanwhile(pointer);
    }
    this.#made.delete(key);
    this.#made.set(key, made);
    this.#last.set(pointer, made);
    return made || undefined;
  }

  /** Files are others: so are pictures. */
  forget(): void {
    for (const address of this.#made.values()) if (address !== '') URL.revokeObjectURL(address);
    this.#made.clear();
    this.#last.clear();
    this.changed();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#ending.abort();
    this.#end();
    this.#view?.close();
    for (const address of this.#made.values()) if (address !== '') URL.revokeObjectURL(address);
  }

  /** The picture of before, until there is time for another one. */
  #meanwhile(pointer: string): string | undefined {
    this.#later();
    return this.#last.get(pointer) || undefined;
  }

  get #isBusy(): boolean {
    const { frame } = this.bench.picture;
    return this.#isHeld || frame?.playing === true || performance.now() - this.#moved < kRestMs;
  }

  #later(): void {
    if (this.#timer !== undefined || this.#isDrawing) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isBusy) this.#later();
      else if (this.bench.draft.version !== this.#version) this.changed();
      else void this.#draw();
    }, kRestMs / 4);
  }

  async #draw(): Promise<void> {
    const [first] = this.#wanted;
    if (!first) return;
    const [key, pointer] = first;
    this.#wanted.delete(key);
    this.#isDrawing = true;
    this.#put(key, await this.#picture(pointer, key.slice(pointer.length + 1)).catch(() => ''));
    this.#isDrawing = false;
    if (this.#wanted.size > 0) this.#later();
  }

  /** Empty where the engine does not take it. */
  async #picture(pointer: string, text: string): Promise<string> {
    const { root } = scan(text),
      level = root && levelOf(text, root, pointer);
    if (level?.kind !== 'texture' && level?.kind !== 'material') return '';
    const view = (this.#view ??= this.#open());
    view.send({ type: 'set', state: { playing: false, eye: kEyes[level.kind] } });
    const outcome = await view.open(level.text, 0, [{ name: kSphere, data: sphere() }]),
      isWhole = outcome.opened && outcome.missing.length === 0,
      picture = isWhole ? await view.ask({ type: 'picture' }) : undefined;
    return picture instanceof Blob ? URL.createObjectURL(picture) : '';
  }

  /** It shows nothing itself: its pictures are asked for. */
  #open(): EngineView {
    const view = this.bench.engine.newView(document.createElement('canvas'));
    view.send({ type: 'visible', visible: false });
    view.send({ type: 'resize', width: kSide, height: kSide });
    return view;
  }

  #put(key: string, address: string): void {
    this.#made.set(key, address);
    for (const [old, gone] of this.#made) {
      if (this.#made.size <= kMost) break;
      this.#made.delete(old);
      this.#last.delete(old.slice(0, old.indexOf('\n')));
      if (gone !== '') URL.revokeObjectURL(gone);
    }
    this.changed();
  }
}
