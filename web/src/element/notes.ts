// Children of a viewer with `slot` and `data-at` stand where they are bound: on the surface while it moves, at a joint, or at
// a place. A script of its own, for viewers that have such children.

import { topsApart } from '../base/apart';
import { fill } from '../base/lists';
import { type MeasurePoint, pointFrom } from '../core/points';
import type { NotePlace } from '../protocol/tools';
import type { Viewer } from '../viewer/viewer';
import { make, sharedSheet } from './dom';
import type { ElementHost } from './host';
import styles from './notes.css';

const dress = sharedSheet(styles);

/** Pixels between two of them. */
const kGap = 2;

interface Note {
  child: HTMLElement;
  at: MeasurePoint;
  element: HTMLElement;
}

class Notes {
  readonly #layer = make('div', { class: 'notes', part: 'annotations' });
  readonly #observer = new MutationObserver(() => this.#collect());
  #notes: Note[] = [];
  /** The last request, and whether its answer is pending. */
  #asked = '';
  #asking = false;
  #viewer: Viewer | undefined;

  constructor(private readonly host: ElementHost) {
    const root = host.shadowRoot!;
    dress(root);
    root.querySelector('.stage')!.after(this.#layer);
    this.#observer.observe(host, {
      childList: true,
      subtree: true,
      attributeFilter: ['slot', 'data-at', 'data-action'],
    });
    host.addEventListener('actionchange', () => void this.#place());
    host.addEventListener('click', (event) => this.#go(event));
    this.#collect();
  }

  attach(viewer: Viewer): void {
    if (viewer === this.#viewer) return;
    this.#viewer = viewer;
    const place = (): void => void this.#place();
    viewer.on('frame', place);
    viewer.on('camera', place);
    viewer.on('resized', place);
    place();
  }

  #collect(): void {
    const named = new Map<string, Note>();
    for (const child of this.host.querySelectorAll<HTMLElement>(':scope > [slot][data-at]')) {
      const at = pointFrom(child.dataset.at ?? '');
      if (!at) console.warn(`vitrine: data-at="${child.dataset.at}" is no place of a model.`);
      else if (!named.has(child.slot)) {
        const slot = make('slot', { name: child.slot });
        named.set(child.slot, {
          child,
          at,
          element: make('div', { class: 'note', part: 'annotation', hidden: true }, slot),
        });
      }
    }
    this.#notes = [...named.values()];
    fill(
      this.#layer,
      this.#notes.map(({ element }) => element),
    );
    this.#asked = '';
    void this.#place();
  }

  /** Asks where they are now, as long as that changes. */
  async #place(): Promise<void> {
    const viewer = this.#viewer;
    if (!viewer?.shown || this.#asking || this.#notes.length === 0) return;
    this.#asking = true;
    for (;;) {
      const { camera, lastFrame, room } = viewer,
        state = JSON.stringify([camera.pose, lastFrame?.time, room.width, room.height, this.host.action]);
      if (state === this.#asked) break;
      this.#asked = state;
      const notes = this.#notes;
      const places = await viewer.ask(
        'points',
        notes.map(({ at }) => at),
      );
      if (viewer !== this.#viewer) break;
      if (notes === this.#notes) this.#show(places ?? [], room.pixelRatio);
    }
    this.#asking = false;
  }

  #show(places: readonly (NotePlace | null)[], pixelRatio: number): void {
    const shown: { element: HTMLElement; place: NotePlace }[] = [];
    this.#notes.forEach(({ child, element }, i) => {
      const place = places[i],
        { action } = child.dataset;
      element.hidden = !place || (action !== undefined && action !== this.host.action);
      if (place && !element.hidden) shown.push({ element, place });
    });
    // Those that can be read make room for each other.
    shown.sort((a, b) => Number(a.place.behind) - Number(b.place.behind));
    const boxes = shown.map(({ element, place }) => {
      const { offsetWidth: width, offsetHeight: height } = element;
      return { left: place.x / pixelRatio - width / 2, top: place.y / pixelRatio - height / 2, width, height };
    });
    const tops = topsApart(boxes, kGap);
    shown.forEach(({ element, place: { x, behind } }, i) => {
      element.style.transform = `translate(${x / pixelRatio}px, ${tops[i]! + boxes[i]!.height / 2}px)`;
      element.toggleAttribute('data-behind', behind);
      element.part.toggle('annotation-behind', behind);
    });
  }

  /** A click leads to the moment that an annotation speaks of. */
  #go({ target }: Event): void {
    const note = this.#notes.find(({ child }) => child.contains(target as Node)),
      { time } = note?.child.dataset ?? {};
    if (!note || time === undefined || !Number.isFinite(Number(time))) return;
    this.host.pause();
    this.host.currentTime = Number(time);
  }
}

const all = new WeakMap<ElementHost, Notes>();

/** Binds the annotations of `host` to what `viewer` shows. */
export function annotate(host: ElementHost, viewer: Viewer): void {
  const notes = all.get(host) ?? new Notes(host);
  all.set(host, notes);
  notes.attach(viewer);
}
