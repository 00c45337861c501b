// Numbers of vectors and colours: which components there are, and how one of them changes in the text.

import type { Json } from '../../../world/text';
import type { Attempt } from '../../text/draft';
import { insertElement, setRaw, setValue } from '../../text/gestures';
import { nodeAt } from '../../text/scan';
import type { KeyKind } from '../../text/schema';
import { type ChangeOptions, type Field, paramOf, together } from '../field';

const kSizes: Partial<Record<KeyKind, number>> = { vec2: 2, vec3: 3, vec4: 4, color: 4, scale: 3, four: 4 };
export const sizeOf = (kind: KeyKind): number => kSizes[kind] ?? 1;
export const lettersOf = (kind: KeyKind): readonly string[] =>
  kind === 'color' ? ['r', 'g', 'b', 'a'] : ['x', 'y', 'z', 'w'];
/** One number may stand for all components. */
export const mayBeOne = (kind: KeyKind): boolean => kind === 'scale' || kind === 'four';

/** A component: a number, or the name of a parameter. */
export type Component = number | { param: string };

export function componentsOf(literal: Json | undefined, kind: KeyKind, initial: Json | undefined): Component[] {
  const size = sizeOf(kind),
    fallback = (i: number): number =>
      typeof initial === 'number'
        ? initial
        : Array.isArray(initial)
          ? Number(initial[i] ?? 0)
          : kind === 'color'
            ? 1
            : 0;
  return Array.from({ length: size }, (_, i): Component => {
    const given = Array.isArray(literal) ? literal[i] : literal,
      param = paramOf(given);
    if (param !== undefined) return { param };
    return typeof given === 'number' ? given : i === 3 && kind === 'color' ? 1 : fallback(i);
  });
}

export const numbersOf = (components: readonly Component[]): number[] =>
  components.map((each) => (typeof each === 'number' ? each : 0));

/** All components, where the key has no list yet. */
function wholeOf(field: Field, changed: ReadonlyMap<number, number>): Json {
  const { info } = field,
    numbers = numbersOf(componentsOf(field.literal, info.kind, info.initial));
  for (const [i, value] of changed) numbers[i] = value;
  return info.kind === 'color' && !changed.has(3) ? numbers.slice(0, 3) : numbers;
}

/** Changes components: each in its own token, where there is one. */
export function putComponents(field: Field, raws: ReadonlyMap<number, string>, options?: ChangeOptions): boolean {
  const { draft } = field.bench,
    numbers = new Map([...raws].map(([i, raw]) => [i, Number(raw)]));
  return field.change((pointer, owner): Attempt => {
    if (!nodeAt(draft.root, owner)) return setValue(draft, owner, { [field.info.name]: wholeOf(field, numbers) });
    const place = field.literalPointer(pointer),
      list = nodeAt(draft.root, place);
    if (list?.kind !== 'array') return setValue(draft, place, wholeOf(field, numbers));
    return together(
      [...raws].map(([i, raw]) =>
        i < list.children.length ? setRaw(draft, `${place}/${i}`, raw) : insertElement(draft, place, i, Number(raw)),
      ),
      field.label,
    );
  }, options);
}
