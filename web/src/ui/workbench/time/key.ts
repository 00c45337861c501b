// A key at the playhead: what the parameter is at this moment, or for a camera what the picture looks from.

import * as m from '../../../core/math';
import type { Vec3 } from '../../../core/report';
import type { Bench } from '../bench';
import { momentOf, spaceOf, untwisted } from '../gizmo/space';
import { setKey } from '../text/gestures';
import { member, nodeAt, ownerOf, partsOf, stringOf } from '../text/scan';
import { componentsOf, type Curve, curveAt, globalSplines, infoOf, isKnown, literalOf } from './curve';
import { type AnimFunction, evaluate, type Four, fourOf, type Spline } from './evaluate';
import { numberText } from './numbers';
import { scopeOf, timeIn } from './playhead';
import { songOf } from './song';

/** Digits of what the eye gives. */
const kDigits = 3;

/** Puts a key on a parameter (else on the chosen one) at the playhead, and says so. True when there is one. */
export function keyHere(bench: Bench, given?: string): boolean {
  const { draft, kit } = bench,
    { rootText: text, root } = draft,
    chosen = given ?? draft.selection.at(-1) ?? '',
    pointer = parameterAt(bench, chosen);
  if (pointer === undefined) {
    bench.say(kit.t('Choose a parameter that can be animated first.'));
    return false;
  }
  const scope = scopeOf(text, root, pointer),
    at = timeIn(bench, scope, songOf(text, root).bpm);
  if (at === undefined) {
    bench.say(kit.t('No event of it plays now: move the playhead into one.'));
    return false;
  }
  const seen = seenBy(bench, pointer),
    curve = curveAt(text, root, pointer);
  if (seen && curve && !isKnown(curve)) {
    bench.say(kit.t('Its function depends on more than the time: what its key had to be is not known.'));
    return false;
  }
  const own = literalOf(text, root, pointer, infoOf(text, root, pointer)),
    whole = { value: own, rest: own, ...(curve && partsAt(curve, globalSplines(text, root), at)) },
    count = componentsOf(root, pointer, infoOf(text, root, pointer)),
    value = (seen ?? whole.value).slice(0, count);
  if (!draft.apply(setKey(draft, pointer, at, value, whole.rest))) {
    bench.say(bench.words(draft.refusal!));
    return false;
  }
  draft.settle();
  const stored = value.map((part, i) => numberText(part - whole.rest[i]!, kDigits)).join(', '),
    words = { name: nameOf(pointer), at: numberText(at, kDigits), stored },
    isMore = curve !== undefined && !isPlain(curve);
  if (scope.axis === 'beats')
    bench.say(
      isMore
        ? kit.t('Key of {name} at beat {at}: {stored} (value minus the rest of its function)', words)
        : kit.t('Key of {name} at beat {at}: {stored} (value minus VALUE)', words),
    );
  else
    bench.say(
      isMore
        ? kit.t('Key of {name} at {at} of the event: {stored} (value minus the rest of its function)', words)
        : kit.t('Key of {name} at {at} of the event: {stored} (value minus VALUE)', words),
    );
  return true;
}

/** VALUE and splines, nothing else. */
const isPlain = ({ anim }: Curve): boolean =>
  anim.terms.every((term) => !term || term.kind === 'spline' || (term.kind === 'id' && term.variable === 'VALUE'));

/** A function at a time, as a whole and without its spline. */
function partsAt(
  { anim, value }: Curve,
  globals: Readonly<Record<string, Spline>>,
  at: number,
): { value: Four; rest: Four } {
  const of = (terms: AnimFunction['terms']): Four =>
    evaluate({ ...anim, terms }, value, { TIME: [at, at, at, at] }, globals);
  return {
    value: of(anim.terms),
    rest: of(anim.terms.map((term) => (term?.kind === 'spline' ? undefined : term))),
  };
}

const nameOf = (pointer: string): string => partsOf(pointer).at(-1) ?? '';

/** The parameter that a pointer is, or is inside of. */
function parameterAt({ draft }: Bench, pointer: string): string | undefined {
  for (let at = pointer; at !== ''; at = ownerOf(at)) if (infoOf(draft.rootText, draft.root, at)?.animated) return at;
  return undefined;
}

/** Of the camera that the picture may have left: where it looks from. */
function seenBy(bench: Bench, pointer: string): Four | undefined {
  const { rootText: text, root } = bench.draft,
    owner = ownerOf(pointer),
    name = nameOf(pointer),
    node = nodeAt(root, owner);
  const isCamera = owner === '/camera' || (node && stringOf(text, member(node, 'op')) === 'camera');
  if (!isCamera || !['at', 'dir', 'up'].includes(name)) return undefined;
  const view = bench.picture.view(),
    world = view[name as 'at' | 'dir' | 'up'].map((part) => Number(numberText(part, kDigits))) as Vec3;
  if (owner === '/camera') return fourOf(world);
  const { matrix } = spaceOf(text, root, owner, momentOf(bench)),
    offset: Vec3 = name === 'at' ? [matrix[12]!, matrix[13]!, matrix[14]!] : [0, 0, 0],
    own = untwisted(matrix, m.subtract(world, offset));
  return own && fourOf(own.map((part) => Number(numberText(part, kDigits))));
}

/** Keys this near to the playhead are at it: half a frame at 60 a second, in beats of 120 a minute. */
const kNear = 0.02;

/** What was found in one text, by pointer: frames come faster than texts. */
let known: { draft: Bench['draft']; version: number; bpm: number; curves: Map<string, Curve | undefined> } | undefined;

/** Is there a key of a parameter where the playhead stands? */
export function hasKeyHere(bench: Bench, pointer: string): boolean {
  const { draft } = bench,
    { rootText, root, version } = draft;
  if (known?.draft !== draft || known.version !== version)
    known = { draft, version, bpm: songOf(rootText, root).bpm, curves: new Map() };
  if (!known.curves.has(pointer)) known.curves.set(pointer, curveAt(rootText, root, pointer));
  const curve = known.curves.get(pointer);
  if (!curve || curve.splines.length === 0) return false;
  const at = timeIn(bench, curve.scope, known.bpm);
  if (at === undefined) return false;
  return curve.splines.some(({ spline }) =>
    spline.channels.some((keys) => keys.some(([time]) => Math.abs(time - at) < kNear)),
  );
}
