// Cells and boxes: the form of a cell, and what is wrong with an empty one.

import type { Bench } from '../../bench';
import { setValue } from '../../text/gestures';
import type { KeyInfo } from '../../text/schema';
import { t as words } from '../../text/words';
import type { Json } from '../../../world/text';
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
