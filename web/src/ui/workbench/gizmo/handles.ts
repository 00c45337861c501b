// What of a chosen operator can be moved in the picture: read from its text, in the space of the operator.

import type { Vec3 } from '../../../core/report';
import type { Json } from '../../world/text';
import { infoOf, literalOf } from '../time/curve';
import { member, nodeAt, ownerOf, partsOf, pointerOf, pointerTo, stringOf, valueOf, type TextNode } from '../text/scan';

export type HandleKind = 'place' | 'turn' | 'size' | 'range' | 'fov' | 'aim' | 'box';

/** A parameter that a hand can hold. `pointer`: of its literal numbers, which may be missing in the text. */
interface Held<Kind extends HandleKind> {
  kind: Kind;
  pointer: string;
  /** Of the object that the numbers are written in the space of. */
  owner: string;
  /** Name of the key. */
  name: string;
}
export type Handle =
  | (Held<'place'> & { value: Vec3 })
  | (Held<'turn'> & { value: Vec3; origin: Vec3 })
  | (Held<'size'> & { value: Vec3; origin: Vec3; rotate: Vec3; isSingle: boolean })
  | (Held<'range'> & { value: number; origin: Vec3 })
  | (Held<'fov'> & { value: number; origin: Vec3; dir: Vec3; up: Vec3 })
  | (Held<'aim'> & { value: Vec3; origin: Vec3 })
  /** `pointer`: of the object with `min` and `max`. */
  | (Held<'box'> & { min: Vec3; max: Vec3; isEmpty: boolean });

/** More boxes than these are outlines: choose one of them to have its faces. */
export const kMostBoxes = 4;

/** Handles of what is at a pointer, or around it; the boxes of a list alone when there are few. */
export function handlesOf(text: string, root: TextNode, pointer: string): Handle[] {
  for (let at = pointer; ; at = ownerOf(at)) {
    const node = nodeAt(root, at),
      found = node?.kind === 'object' ? handlesAt(text, root, node, at) : [];
    if (found.length > 0 || at === '') return found;
    // Beyond the operator there is nothing of its own.
    if (node?.kind === 'object' && member(node, 'op')) return [];
  }
}

function handlesAt(text: string, root: TextNode, node: TextNode, pointer: string): Handle[] {
  const op = stringOf(text, member(node, 'op'));
  if (pointer === '/camera' || op === 'camera') return cameraHandles(text, root, pointer);
  if (op === 'light') return lightHandles(text, root, pointer);
  if (isEvent(pointer) || (op !== undefined && ['transform', 'multiply', 'deform'].includes(op)))
    return transformHandles(text, root, pointer);
  const cell = cellHandles(text, root, node, pointer);
  if (cell.length > 0) return cell;
  return ['boxes', 'cells', 'collision'].flatMap((key) => {
    const list = member(node, key);
    return list?.kind === 'array'
      ? list.children.flatMap((child) => cellHandles(text, root, child, pointerOf(child)))
      : [];
  });
}

const isEvent = (pointer: string): boolean => /^\/timeline\/events\/\d+(\/sub\/\d+)*$/.test(pointer);

/** Of a parameter that holds numbers: undefined where it holds a parameter of a subroutine. */
function literal(
  text: string,
  root: TextNode,
  pointer: string,
  fallback: Json,
): { pointer: string; value: Vec3 } | undefined {
  const node = nodeAt(root, pointer),
    inner = node?.kind === 'object' ? member(node, 'value') : node;
  if (node?.kind === 'object' && member(node, 'param')) return undefined;
  const written = inner && valueOf(text, inner);
  if (Array.isArray(written) && !written.every(Number.isFinite)) return undefined;
  const info = infoOf(text, root, pointer),
    [x, y, z] = literalOf(text, root, pointer, info ?? { ...kNoInfo, initial: fallback });
  return { pointer: node?.kind === 'object' ? `${pointer}/value` : pointer, value: [x, y, z] };
}
const kNoInfo = { name: '', kind: 'vec3', help: '', required: false, animated: false, hard: false } as const;

type Reading = { pointer: string; value: Vec3; owner: string; name: string } | undefined;
const reader =
  (text: string, root: TextNode, owner: string) =>
  (name: string, fallback: Json): Reading => {
    const found = literal(text, root, pointerTo(owner, name), fallback);
    return found && { ...found, owner, name };
  };

function lightHandles(text: string, root: TextNode, pointer: string): Handle[] {
  const read = reader(text, root, pointer),
    at = read('at', [0, 0, 0]),
    range = read('range', 10),
    origin = at?.value ?? ([0, 0, 0] as Vec3);
  return [
    ...(at ? [{ kind: 'place' as const, ...at }] : []),
    ...(range ? [{ kind: 'range' as const, ...range, value: range.value[0], origin }] : []),
  ];
}

function cameraHandles(text: string, root: TextNode, pointer: string): Handle[] {
  const read = reader(text, root, pointer),
    at = read('at', [0, 0, 0]),
    dir = read('dir', [0, 0, -1]),
    fov = read('fov', 90),
    up = read('up', [0, 1, 0])?.value ?? ([0, 1, 0] as Vec3),
    origin = at?.value ?? ([0, 0, 0] as Vec3);
  return [
    ...(at ? [{ kind: 'place' as const, ...at }] : []),
    ...(dir ? [{ kind: 'aim' as const, ...dir, origin }] : []),
    ...(fov
      ? [{ kind: 'fov' as const, ...fov, value: fov.value[0], origin, dir: dir?.value ?? ([0, 0, -1] as Vec3), up }]
      : []),
  ];
}

function transformHandles(text: string, root: TextNode, pointer: string): Handle[] {
  const read = reader(text, root, pointer),
    translate = read('translate', [0, 0, 0]),
    rotate = read('rotate', [0, 0, 0]),
    scale = read('scale', [1, 1, 1]),
    origin = translate?.value ?? ([0, 0, 0] as Vec3);
  const written = scale && nodeAt(root, scale.pointer);
  return [
    ...(translate ? [{ kind: 'place' as const, ...translate }] : []),
    ...(rotate ? [{ kind: 'turn' as const, ...rotate, origin }] : []),
    ...(scale
      ? [
          {
            kind: 'size' as const,
            ...scale,
            origin,
            rotate: rotate?.value ?? ([0, 0, 0] as Vec3),
            isSingle: written?.kind === 'number',
          },
        ]
      : []),
  ];
}

/** A box from `min` to `max`, or a turned one. */
function cellHandles(text: string, root: TextNode, node: TextNode, pointer: string): Handle[] {
  const corner = (key: string): Vec3 | undefined => {
    const child = member(node, key),
      value = child?.kind === 'array' ? valueOf(text, child) : undefined;
    return Array.isArray(value) && value.length === 3 && value.every(Number.isFinite) ? (value as Vec3) : undefined;
  };
  const [min, max] = [corner('min'), corner('max')],
    name = partsOf(pointer).at(-1) ?? '';
  if (min && max) {
    // Boxes of meshes may be flat, cells may not.
    const isFlatFine = partsOf(pointer).at(-2) === 'boxes';
    const isEmpty = min.some((low, i) => low > max[i]! || (low === max[i] && !isFlatFine));
    return [{ kind: 'box', pointer, owner: pointer, name, min, max, isEmpty }];
  }
  if (!corner('half') || !corner('at')) return [];
  const read = reader(text, root, pointer),
    at = read('at', [0, 0, 0]),
    rotate = read('rotate', [0, 0, 0]);
  return [
    ...(at ? [{ kind: 'place' as const, ...at }] : []),
    ...(rotate ? [{ kind: 'turn' as const, ...rotate, origin: at?.value ?? ([0, 0, 0] as Vec3) }] : []),
  ];
}
