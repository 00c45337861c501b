// A function that a spline is added to: what is there stays, and a slot that is free takes the spline.

import type { Json } from '../../world/text';

type Members = { [key: string]: Json };

const kTerm = 'spline(TIME)';
const kPairs = /^A([*+-])\(\(B([*+-])C\)([*+-])\(D([*+-])E\)\)$/;
/** Two slots, and the place of the sign between them. */
const kSlots = [
  ['d', 'e', 3],
  ['b', 'c', 1],
] as const;

/** Of A, B, C, D, E; undefined for those that are mixed. */
function signsOf({ shape, op, lerp }: Members): string[] | undefined {
  if (lerp === true) return undefined;
  if (typeof shape === 'string') return kPairs.exec(shape.replaceAll(' ', ''))?.slice(1);
  return Array.isArray(op) && op.length === 4 ? op.map(String) : ['+', '*', '+', '*'];
}

const termAt = (anim: Members, slot: string): string => {
  const term = anim[slot];
  return typeof term === 'string' ? term.replaceAll(' ', '') : '';
};

/**
 * The function with its spline as one more summand, or as it is where it has one; undefined where no form can say that.
 * `anim`: the value of a key "anim".
 */
export function withSplineTerm(anim: Members): Members | undefined {
  const signs = signsOf(anim),
    used = ['a', 'b', 'c', 'd', 'e'].filter((slot) => /^splines?\(/.test(termAt(anim, slot)));
  if (signs?.[0] !== '+') return undefined;
  if (used.length > 0) return used.length === 1 && isSummand(anim, used[0]!, signs) ? anim : undefined;
  // A spline that nothing reads would come to life.
  if (anim.spline !== undefined) return undefined;
  for (const [i, [first, second, sign]] of kSlots.entries()) {
    const own = [first, second].filter((slot) => termAt(anim, slot) !== ''),
      hasOther = hasTerms(anim, kSlots[1 - i]!);
    if (own.length === 2 || (own.length === 1 && hasOther && signs[2] !== '+')) continue;
    const next = [...signs];
    // Signs of slots that were not used have said nothing yet.
    if (own.length === 1) next[sign] = '+';
    else if (hasOther) next[2] = '+';
    const { shape, ...rest } = anim,
      isSame = next.join() === signs.join();
    return {
      ...(isSame && shape !== undefined ? anim : rest),
      ...(!isSame && { op: next }),
      [own[0] === first ? second : first]: kTerm,
    };
  }
  return undefined;
}

const hasTerms = (anim: Members, [first, second]: (typeof kSlots)[number]): boolean =>
  termAt(anim, first) !== '' || termAt(anim, second) !== '';

function isSummand(anim: Members, slot: string, signs: readonly string[]): boolean {
  if (termAt(anim, slot) !== kTerm) return false;
  if (slot === 'a') return true;
  return kSlots.every(([first, second, sign], i) => {
    if (slot !== first && slot !== second) return true;
    const isAlone = termAt(anim, slot === first ? second : first) === '';
    return (isAlone || signs[sign] === '+') && (!hasTerms(anim, kSlots[1 - i]!) || signs[2] === '+');
  });
}
