// A key at the playhead: what the parameter is at this moment, or for a camera what the picture looks from.

import type { Bench } from '../bench';
import type { Vec3 } from '../../../core/report';
import { spaceOf, untwisted } from '../gizmo/space';
import { momentOf } from '../gizmo/moment';
import { setKey } from '../text/gestures';
import { member, nodeAt, ownerOf, partsOf, stringOf } from '../text/scan';
import * as m from '../../../core/math';
import { componentsOf, curveAt, curveValue, globalSplines, infoOf, literalOf } from './curve';
import { fourOf, type Four } from './evaluate';
import { numberText } from './numbers';
import { timeIn } from './playhead';
import { scopeOf } from './scope';
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
  const shown = valueHere(bench, pointer, at),
    count = componentsOf(root, pointer, infoOf(text, root, pointer)),
    value = shown.slice(0, count);
  if (!draft.apply(setKey(draft, pointer, at, value))) {
    bench.say(bench.words(draft.refusal!));
    return false;
  }
  draft.settle();
  const own = literalOf(draft.rootText, draft.root, pointer, infoOf(draft.rootText, draft.root, pointer)),
    stored = value.map((part, i) => numberText(part - own[i]!, kDigits)).join(', '),
    where = numberText(at, kDigits);
  bench.say(
    scope.axis === 'beats'
      ? kit.t('Key of {name} at beat {at}: {stored} (value minus VALUE)', { name: nameOf(pointer), at: where, stored })
      : kit.t('Key of {name} at {at} of the event: {stored} (value minus VALUE)', {
          name: nameOf(pointer),
          at: where,
          stored,
        }),
  );
  return true;
}

const nameOf = (pointer: string): string => partsOf(pointer).at(-1) ?? '';

/** The parameter that a pointer is, or is inside of. */
function parameterAt({ draft }: Bench, pointer: string): string | undefined {
  for (let at = pointer; at !== ''; at = ownerOf(at)) if (infoOf(draft.rootText, draft.root, at)?.animated) return at;
  return undefined;
}

/** What a parameter is now; of the camera that the picture may have left, where it looks from. */
function valueHere(bench: Bench, pointer: string, at: number): Four {
  const { rootText: text, root } = bench.draft,
    seen = seenBy(bench, pointer);
  if (seen) return seen;
  const curve = curveAt(text, root, pointer);
  if (curve) return curveValue(curve, globalSplines(text, root), at);
  return literalOf(text, root, pointer, infoOf(text, root, pointer));
}

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
