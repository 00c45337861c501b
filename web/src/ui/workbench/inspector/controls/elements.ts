// Elements of lists with keys of their own: boxes and cells, parameters of subroutines and what calls give them.

import type { Json } from '../../../world/text';
import type { Bench } from '../../bench';
import type { Attempt } from '../../text/draft';
import { removeValue, setValue } from '../../text/gestures';
import { member, nodeAt, stringOf } from '../../text/scan';
import { type KeyInfo, type KeyKind, keysOf } from '../../text/schema';
import { t as words } from '../../text/words';
import { paramsOf } from '../document';
import { apply, isMembers, type Members, together } from '../field';
import { shown } from '../numbers';

type Vector = [number, number, number];
type CellForm = 'box' | 'turned' | 'planes';
const kForms: Record<CellForm, readonly string[]> = {
  box: ['min', 'max'],
  turned: ['half', 'at', 'rotate'],
  planes: ['planes'],
};
const kShapeKeys = Object.values(kForms).flat();
/** A new box stands on the ground in the middle. */
const kBox: { min: Vector; max: Vector } = { min: [-0.5, 0, -0.5], max: [0.5, 1, 0.5] };

export const newBox = (): Members => ({ min: [...kBox.min], max: [...kBox.max] });

function formOf(cell: Json | undefined): CellForm {
  if (!isMembers(cell)) return 'box';
  if ('planes' in cell) return 'planes';
  return ['half', 'at', 'rotate'].some((key) => key in cell) ? 'turned' : 'box';
}

/** The keys of the form that a cell has; of none of the others. */
export const keysOfCell = (keys: readonly KeyInfo[], cell: Json | undefined): readonly KeyInfo[] =>
  keys.filter(({ name }) => !kShapeKeys.includes(name) || kForms[formOf(cell)].includes(name));

const vectorOf = (value: Json | undefined, otherwise: Vector): Vector =>
  Array.isArray(value) && value.length === 3 && value.every((part) => typeof part === 'number')
    ? (value as Vector)
    : otherwise;

/** The box around a cell; of planes those along the axes count. */
function boundsOf(cell: Members): { min: Vector; max: Vector } {
  if (formOf(cell) === 'box') return { min: vectorOf(cell['min'], kBox.min), max: vectorOf(cell['max'], kBox.max) };
  if (formOf(cell) === 'turned') {
    const half = vectorOf(cell['half'], [0.5, 0.5, 0.5]),
      at = vectorOf(cell['at'], [0, 0.5, 0]);
    return { min: at.map((part, i) => part - half[i]!) as Vector, max: at.map((part, i) => part + half[i]!) as Vector };
  }
  const min: Vector = [...kBox.min],
    max: Vector = [...kBox.max];
  for (const plane of Array.isArray(cell['planes']) ? cell['planes'] : []) {
    const [x, y, z, w] = Array.isArray(plane) ? plane.map(Number) : [];
    [x, y, z].forEach((part, axis) => {
      const others = Math.abs(x!) + Math.abs(y!) + Math.abs(z!) - Math.abs(part!);
      if (others !== 0 || w === undefined) return;
      if (part! > 0) min[axis] = -w / part!;
      else if (part! < 0) max[axis] = -w / part!;
    });
  }
  return { min, max };
}

function inForm(cell: Members, form: CellForm): Members {
  const { min, max } = boundsOf(cell),
    others = Object.entries(cell).filter(([key]) => !kShapeKeys.includes(key)),
    near = (value: number): number => Number(value.toFixed(6));
  const shapes: Record<CellForm, () => Members> = {
    box: () => ({ min, max }),
    turned: () => ({
      half: max.map((part, i) => near((part - min[i]!) / 2)),
      at: max.map((part, i) => near((part + min[i]!) / 2)),
    }),
    planes: () => ({
      planes: [0, 1, 2].flatMap((axis) =>
        [1, -1].map((sign) => {
          const plane = [0, 0, 0, near(sign > 0 ? -min[axis]! : max[axis]!)];
          plane[axis] = sign;
          return plane;
        }),
      ),
    }),
  };
  const named = ['mode', 'name'],
    first = others.filter(([key]) => named.includes(key)),
    last = others.filter(([key]) => !named.includes(key));
  return { ...Object.fromEntries(first), ...shapes[form](), ...Object.fromEntries(last) };
}

/** A menu of the three forms. A cell keeps its place, as far as the other form can say it. */
export function formMenu(bench: Bench, pointer: string, cell: Json): HTMLElement | undefined {
  if (!isMembers(cell)) return undefined;
  const { h, t } = bench.kit,
    names: Record<CellForm, string> = { box: t('box'), turned: t('turned box'), planes: t('planes') },
    form = formOf(cell);
  const select = h(
    'select',
    {
      class: 'inspector-select',
      attributes: { 'aria-label': t('Form of the cell') },
      on: {
        change: () => {
          const attempt = setValue(bench.draft, pointer, inForm(cell, select.value as CellForm));
          apply(bench, 'refused' in attempt ? attempt : together([attempt], words('Form of the cell')));
        },
      },
    },
    ...(Object.keys(kForms) as CellForm[]).map((each) =>
      h('option', { text: names[each], attributes: { value: each, selected: each === form } }),
    ),
  );
  return h('label', { class: 'inspector-form' }, h('span', { class: 'quiet', text: t('Form') }), select);
}

/** Why there is nothing in a box. */
export function emptiness(bench: Bench, cell: Json | undefined): string {
  if (!isMembers(cell) || !Array.isArray(cell['min']) || !Array.isArray(cell['max'])) return '';
  const { min, max } = boundsOf(cell),
    axis = [0, 1, 2].find((i) => max[i]! <= min[i]!);
  return axis === undefined ? '' : bench.kit.t('empty along {axis}', { axis: 'xyz'[axis]! });
}

const numbers = (value: Json | undefined): string =>
  Array.isArray(value) ? value.map((part) => (typeof part === 'number' ? shown(part) : '\u2026')).join(' ') : '';

/** What tells a cell from others in a line. */
export function summaryOf(element: Json, index: number): string {
  if (!isMembers(element)) return String(index);
  const name = ['name', 'op', 'probe'].map((key) => element[key]).find((value) => typeof value === 'string'),
    id = typeof element['id'] === 'number' ? element['id'] : index;
  const parts =
    'min' in element
      ? `${numbers(element['min'])} \u2026 ${numbers(element['max'])}`
      : ['half', 'at', 'pos', 'start']
          .map((key) => element[key])
          .map((value) => numbers(value) || (typeof value === 'number' ? shown(value) : ''))
          .filter(Boolean)
          .join(' \u00b7 ');
  return [String(id), name, parts].filter((part) => part !== undefined && part !== '').join('  ');
}

const kKinds: Record<string, KeyKind> = {
  float: 'number',
  int: 'integer',
  vector: 'vec4',
  color: 'color',
  text: 'string',
};
const kInitial: Record<string, Json> = { float: 0, int: 0, vector: [0, 0, 0, 0], color: [1, 1, 1, 1], text: '' };
const kMost = 8;

const typeOf = (param: Json | undefined): string => {
  const type = isMembers(param) ? param['type'] : undefined;
  return typeof type === 'string' && type in kKinds ? type : 'float';
};

/** The keys of a parameter: its default is of its type, its id is not for hands. */
export function keysOfParam(param: Json | undefined): readonly KeyInfo[] {
  const type = typeOf(param);
  return keysOf('param')
    .filter(({ name }) => name !== 'id')
    .map((key) => (key.name === 'default' ? { ...key, kind: kKinds[type]!, initial: kInitial[type]! } : key));
}

/** A parameter with the least id that is free; undefined when there are 8. */
export function freshParam(params: readonly Json[]): Json | undefined {
  const ids = params.map((param) => (isMembers(param) ? param['id'] : undefined)),
    names = params.map((param) => (isMembers(param) ? param['name'] : undefined)),
    id = Array.from({ length: kMost }, (_, i) => i).find((each) => !ids.includes(each));
  if (id === undefined) return undefined;
  let name = `p${id}`;
  while (names.includes(name)) name += '_';
  return { id, name, default: 0 };
}

/** Another type; a default that is none of it goes away. */
export function putType(bench: Bench, param: string, type: string): void {
  const { draft } = bench,
    attempts: Attempt[] = [setValue(draft, `${param}/type`, type)],
    node = nodeAt(draft.root, `${param}/default`),
    value = node && (JSON.parse(draft.rootText.slice(node.from, node.to)) as Json);
  const isNumber = type === 'float' || type === 'int',
    fits = isNumber
      ? typeof value === 'number' && (type === 'float' || Number.isInteger(value))
      : type === 'text'
        ? typeof value === 'string'
        : Array.isArray(value) && (value.length === 4 || (type === 'color' && value.length === 3));
  if (node && !fits) attempts.push(removeValue(draft, `${param}/default`));
  apply(bench, joined(attempts, type));
}

/** Two neighbours of one object: one splice each, which must not meet. */
function joined(attempts: readonly Attempt[], type: string): Attempt {
  const attempt = together(attempts, words('Set type {type}', { type }));
  if ('refused' in attempt) return attempt;
  const meets = attempt.splices.some((splice, i) => i > 0 && splice.from < attempt.splices[i - 1]!.to);
  return meets ? together(attempts.slice(0, 1), attempt.label) : attempt;
}

/** Rows for what a call gives: one per parameter of its subroutine, and those that nothing takes. */
export function keysOfArgs(bench: Bench, call: string): readonly KeyInfo[] {
  const { root, rootText } = bench.draft,
    name = stringOf(rootText, nodeAt(root, `${call}/sub`)),
    subs = member(root, 'subroutines'),
    sub = name === undefined || !subs ? undefined : member(subs, name);
  const params = sub ? paramsOf(bench, `/subroutines/${name!.replaceAll('~', '~0').replaceAll('/', '~1')}`) : [],
    given = (nodeAt(root, `${call}/args`)?.children ?? []).flatMap(({ key }) =>
      key === undefined || key === 'comment' ? [] : [key],
    ),
    unknown = given.filter((id) => !params.some((param) => String(param['id']) === id));
  return [...params.map(keyOfArg), ...unknown.map((id) => keyOfArg({ id, name: bench.kit.t('unused') }))];
}

function keyOfArg(param: Members): KeyInfo {
  const type = typeOf(param);
  return {
    name: String(param['id']),
    kind: kKinds[type]!,
    help: String(param['name']),
    required: false,
    initial: param['default'] ?? kInitial[type]!,
    animated: type !== 'text',
    hard: false,
  };
}
