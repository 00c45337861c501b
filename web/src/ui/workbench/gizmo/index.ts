// The gizmo over the picture: shows what of the chosen operator can be moved, and moves it by pointer and by keys.

import { fill } from '../../../base/lists';
import { nodeAt } from '../text/scan';
import { Hold, numberText } from '../time/numbers';
import { songOf } from '../time/song';
import type { Bench } from '../bench';
import { dragged, originOf, stepOf, typed, type Axis, type Grip, type Result } from './drag';
import { Drawing, type Item, type Part } from './draw';
import { handlesOf, kMostBoxes, type Handle, type HandleKind } from './handles';
import { momentOf, placed, spaceOf, type Spot, type View } from './space';
import type { Vec3 } from '../../../core/report';

/** What the letters take hold of, the first one that there is. */
const kLetters: Record<string, readonly HandleKind[]> = {
  KeyG: ['place', 'box', 'aim'],
  KeyR: ['turn', 'aim'],
  KeyT: ['size', 'range', 'fov'],
};
const kAxisKeys: Record<string, Axis> = { KeyX: 0, KeyY: 1, KeyZ: 2 };
/** One press of an arrow key: units, degrees, factors. */
const kStep: Record<HandleKind, number> = {
  place: 0.25,
  turn: 15,
  size: 0.1,
  range: 0.25,
  fov: 1,
  aim: 0.05,
  box: 0.25,
};

/** A handle that is held: by the pointer, or since a letter was pressed until Enter. */
interface Held {
  grip: Grip;
  hold: Hold;
  byKeys: boolean;
  /** Digits so far. */
  text: string;
  /** Steps of the arrow keys. */
  steps: number;
  result?: Result;
}

export function gizmo(bench: Bench): { key(event: KeyboardEvent): boolean; dispose(): void } {
  const shown = new Gizmo(bench);
  return { key: (event) => shown.key(event), dispose: () => shown.dispose() };
}

class Gizmo {
  readonly #svg: SVGSVGElement;
  readonly #ending = new AbortController();
  #parts: Part[] = [];
  #held: Held | undefined;
  #pointer: Spot | undefined;
  #asked = 0;
  #told = '';
  readonly #unlisten: () => void;

  constructor(private readonly bench: Bench) {
    this.#svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    this.#svg.setAttribute('class', 'gizmo');
    this.#svg.setAttribute('aria-hidden', 'true');
    bench.picture.layer.append(this.#svg);
    const { signal } = this.#ending;
    this.#svg.addEventListener('pointerdown', (event) => this.#take(event), { signal });
    this.#svg.addEventListener('lostpointercapture', () => this.#release(), { signal });
    addEventListener('pointermove', (event) => this.#move(event), { signal });
    // While letters hold, a click anywhere in the picture lets go.
    addEventListener('pointerdown', (event) => this.#click(event), { signal, capture: true });
    this.#unlisten = bench.on(() => this.#ask());
    this.#ask();
  }

  dispose(): void {
    this.#ending.abort();
    this.#unlisten();
    cancelAnimationFrame(this.#asked);
    this.#svg.remove();
  }

  /** Keys while the picture has the focus: G, R and T take hold, then X, Y, Z, numbers, Enter, Esc. */
  key(event: KeyboardEvent): boolean {
    if (this.#held) return this.#heldKey(event, this.#held);
    const kinds = kLetters[event.code];
    if (!kinds || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
    const items = this.#items(),
      item = kinds.map((kind) => items.find(({ handle }) => handle.kind === kind)).find((one) => one);
    if (!item) {
      this.bench.say(this.bench.kit.t('What is chosen has nothing of this kind to move.'));
      return true;
    }
    const start = this.#pointer ?? { x: this.#view().width / 2, y: this.#view().height / 2 };
    this.#held = {
      grip: { ...item, axis: 'free', start },
      hold: new Hold(),
      byKeys: true,
      text: '',
      steps: 0,
    };
    this.#tell();
    return true;
  }

  #heldKey(event: KeyboardEvent, held: Held): boolean {
    const { code, key } = event,
      axis = kAxisKeys[code];
    if (key === 'Escape') this.#end(false);
    else if (key === 'Enter') this.#end(true);
    else if (axis !== undefined) {
      held.grip.axis = axis;
      this.#fromKeys(held);
      this.#tell();
    } else if (/^[\d.,-]$/.test(key) || (key === 'Backspace' && held.text !== '')) {
      if (key === '-') held.text = held.text.startsWith('-') ? held.text.slice(1) : `-${held.text}`;
      else held.text = key === 'Backspace' ? held.text.slice(0, -1) : held.text + key.replace(',', '.');
      this.#fromKeys(held);
    } else if (key.startsWith('Arrow')) {
      held.text = '';
      held.steps += (key === 'ArrowLeft' || key === 'ArrowDown' ? -1 : 1) * (event.shiftKey ? 0.1 : 1);
      this.#fromKeys(held);
    } else return !['Tab', 'F6', 'Shift', 'Control', 'Alt', 'Meta'].includes(key);
    return true;
  }

  /** What was typed, or stepped, since the letter. */
  #fromKeys(held: Held): void {
    const { kind } = held.grip.handle,
      amount = held.text === '' ? held.steps * kStep[kind] + (kind === 'size' ? 1 : 0) : Number(held.text);
    if (held.text === '' && held.steps === 0) return;
    if (Number.isFinite(amount)) this.#put(held, typed(held.grip, amount));
  }

  #view(): View {
    const { at, dir, up, fov, viewProjection } = this.bench.picture.view(),
      { clientWidth, clientHeight } = this.bench.picture.layer;
    const three = (v: readonly number[]): Vec3 => [v[0]!, v[1]!, v[2]!];
    return {
      viewProjection,
      at: three(at),
      dir: three(dir),
      up: three(up),
      fov,
      width: clientWidth,
      height: clientHeight,
    };
  }

  #items(): Item[] {
    const { draft } = this.bench,
      chosen = draft.selection.at(-1);
    if (chosen === undefined || draft.broken) return [];
    const { rootText: text, root } = draft,
      moment = momentOf(this.bench),
      spaces = new Map<string, ReturnType<typeof spaceOf>>();
    const items = handlesOf(text, root, chosen).map((handle): Item => {
      let space = spaces.get(handle.owner);
      if (!space) spaces.set(handle.owner, (space = spaceOf(text, root, this.#home(handle.owner), moment)));
      return { handle, matrix: space.matrix };
    });
    if ([...spaces.values()].some(({ isOwn }) => isOwn)) this.#sayOnce(chosen);
    return items;
  }

  /** Events are where their operator is. */
  #home(owner: string): string {
    if (!owner.startsWith('/timeline/')) return owner;
    const { rootText: text, root } = this.bench.draft,
      song = songOf(text, root),
      bar = song.bars.get(owner);
    return song.lanes.find(({ name }) => name === bar?.op)?.pointer || owner;
  }

  /** Once for each choice. */
  #sayOnce(chosen: string): void {
    if (this.#told === chosen) return;
    this.#told = chosen;
    this.bench.say(
      this.bench.kit.t('The gizmo shows the own space of what is chosen: not all above it is known here.'),
    );
  }

  #ask(): void {
    if (this.#asked === 0) this.#asked = requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    this.#asked = 0;
    const view = this.#view(),
      drawing = new Drawing(view),
      items = view.width > 0 ? this.#items() : [],
      boxes = items.filter(({ handle }) => handle.kind === 'box').length;
    this.#svg.setAttribute('viewBox', `0 0 ${Math.max(1, view.width)} ${Math.max(1, view.height)}`);
    for (const item of items) {
      // The eye is in it: there is nothing to see, or to take hold of.
      if (item.handle.kind !== 'box' && this.#isEye(view, item)) continue;
      if (item.handle.kind === 'box' && boxes > kMostBoxes) drawing.outline(item);
      else drawing.add(item);
    }
    if (this.#held) {
      const { grip } = this.#held,
        now = items.find(({ handle }) => handle.kind === grip.handle.kind && handle.pointer === grip.handle.pointer);
      drawing.label(placed(grip.matrix, originOf((now ?? grip).handle)), this.#words(now?.handle ?? grip.handle));
    }
    this.#parts = drawing.parts;
    fill(this.#svg, drawing.shapes);
  }

  #isEye(view: View, { handle, matrix }: Item): boolean {
    const [x, y, z] = placed(matrix, originOf(handle));
    return Math.hypot(x - view.at[0], y - view.at[1], z - view.at[2]) < 0.02;
  }

  #words(handle: Handle): string {
    const text = (values: readonly number[]): string => values.map((value) => numberText(value, 3)).join(', ');
    if (handle.kind === 'box') return `${text(handle.min)} … ${text(handle.max)}`;
    return `${handle.name} ${text(typeof handle.value === 'number' ? [handle.value] : handle.value)}`;
  }

  #spot(event: PointerEvent): Spot {
    const { left, top } = this.bench.picture.layer.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  #take(event: PointerEvent): void {
    const number = event.target instanceof SVGElement ? event.target.dataset.part : undefined,
      part = number === undefined ? undefined : this.#parts[Number(number)];
    if (!part || event.button !== 0 || this.#held) return;
    event.preventDefault();
    event.stopPropagation();
    this.bench.picture.canvas.focus({ preventScroll: true });
    this.#svg.setPointerCapture(event.pointerId);
    const { item, axis, face } = part;
    this.#held = {
      grip: { ...item, axis, ...(face && { face }), start: this.#spot(event) },
      hold: new Hold(),
      byKeys: false,
      text: '',
      steps: 0,
    };
  }

  #move(event: PointerEvent): void {
    this.#pointer = this.#spot(event);
    const held = this.#held;
    // What was typed is not the pointer's any more.
    if (!held || held.text !== '' || held.steps !== 0) return;
    const result = dragged(held.grip, this.#view(), {
      spot: this.#pointer,
      fine: event.shiftKey,
      snap: event.ctrlKey || event.metaKey,
    });
    if (result) this.#put(held, result);
  }

  #put(held: Held, result: Result): void {
    const { draft } = this.bench;
    held.result = result;
    if (!nodeAt(draft.root, held.grip.handle.owner)) return this.#end(false);
    if (!draft.apply(stepOf(draft, held.grip.handle, result, held.hold), true))
      this.bench.say(this.bench.words(draft.refusal));
    this.#ask();
  }

  #click(event: PointerEvent): void {
    if (!this.#held?.byKeys) return;
    const { left, top, right, bottom } = this.bench.picture.layer.getBoundingClientRect();
    if (event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom)
      return this.#end(true);
    event.preventDefault();
    event.stopPropagation();
    this.#end(event.button === 0);
  }

  #release(): void {
    if (this.#held && !this.#held.byKeys) this.#end(true);
  }

  /** Lets go; what was not wanted is as if it had not been. */
  #end(isWanted: boolean): void {
    const held = this.#held,
      { draft } = this.bench;
    this.#held = undefined;
    if (isWanted) draft.settle();
    else draft.cancel();
    if (held?.result && isWanted) {
      const { result } = held;
      this.bench.say(
        `${held.grip.handle.name}: ${result.value.map((value) => numberText(value, result.decimals)).join(', ')}`,
      );
    }
    this.#ask();
  }

  #tell(): void {
    const held = this.#held,
      { t } = this.bench.kit;
    if (!held) return;
    const axis = held.grip.axis === 'free' ? '' : ` ${'xyz'[held.grip.axis]}`;
    this.bench.say(
      t('{name}{axis}: type a number, or point; X, Y, Z choose the axis, Enter takes it, Esc gives up', {
        name: held.grip.handle.name,
        axis,
      }),
    );
    this.#ask();
  }
}
