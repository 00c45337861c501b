// The transform of the selected node: where it is as the pose has it, and a rotation on top of that.

import { fill } from '../base/lists';
import type { HierarchyNode, Vec3, Vec4 } from '../core/report';
import { degreesFromQuaternion, multiplyQuaternions, quaternionFromDegrees, rotationBetween } from '../core/math';
import type { FrameInfo } from '../protocol/view';
import type { PageViewer } from '../viewer/page';
import { keysOf } from './commands';
import { h } from './dom';
import { t } from './language';
import { copyText } from './tools/copy';

const exact = (value: number): string => String(Number(value.toPrecision(6)) || 0);
const list = (values: readonly number[]): string => values.map(exact).join(', ');

/** A value of several numbers, which keep their places and their digits while it moves. */
interface Line {
  cells: HTMLElement[];
  value: HTMLElement;
  /** The largest number it has had, and whether one had a fraction. */
  most: number;
  broken: boolean;
}

interface Part {
  rows: HTMLElement;
  lines: Line[];
  copy: HTMLButtonElement;
  text: string;
}

/** Five digits of the largest, or four where four numbers stand side by side; none behind the point while all are whole. */
const decimalsOf = ({ most, broken, cells }: Line): number =>
  broken ? Math.max(0, Math.min(8, (cells.length > 3 ? 3 : 4) - Math.floor(Math.log10(most)))) : 0;
const withoutSign = (text: string): string => (/[1-9]/.test(text) ? text : text.replace('-', ''));

/** Where the selected node is, in its parent's space and in the file's: as the pose has it at this moment. */
export class Transforms {
  readonly element: HTMLElement;
  private readonly local: Part;
  private readonly world: Part;

  constructor() {
    const part = (label: string): Part => {
      const made: Part = {
        rows: h('dl', { class: 'facts', attributes: { 'aria-label': label } }),
        lines: [],
        copy: h('button', {
          class: 'button small',
          text: t('Copy'),
          attributes: { type: 'button', 'aria-label': t('Copy: {what}', { what: label }) },
          on: { click: () => void copyText(made.text, made.copy) },
        }),
        text: '',
      };
      return made;
    };
    this.local = part(t('Local'));
    this.world = part(t('Model space'));
    this.element = h(
      'div',
      { class: 'transforms' },
      h('header', {}, h('h4', { text: t('Local') }), this.local.copy),
      this.local.rows,
      h('header', {}, h('h4', { text: t('Model space') }), this.world.copy),
      this.world.rows,
    );
  }

  /** Another node is selected: its numbers have digits of their own. */
  forget(): void {
    for (const part of [this.local, this.world]) {
      for (const line of part.lines) [line.most, line.broken] = [0, false];
      part.text = '';
      // Until the next frame has them.
      part.copy.disabled = true;
    }
  }

  read({ selected, selectedLocal }: Pick<FrameInfo, 'selected' | 'selectedLocal'>): void {
    if (selectedLocal) {
      const [tx = 0, ty = 0, tz = 0, x = 0, y = 0, z = 0, w = 1, sx = 1, sy = 1, sz = 1] = selectedLocal;
      this.fill(this.local, [
        [t('translation'), [tx, ty, tz]],
        [t('rotation x y z w'), [x, y, z, w]],
        [t('degrees x y z'), degreesOf([x, y, z, w])],
        [t('scale'), [sx, sy, sz]],
      ]);
    }
    if (selected) {
      const { translation, rotation, scale } = parts(selected);
      this.fill(
        this.world,
        [
          [t('translation'), translation],
          [t('rotation x y z w'), rotation],
          [t('degrees x y z'), degreesOf(rotation)],
          [t('scale'), scale],
        ],
        [0, 1, 2, 3].map((row) => list([0, 4, 8, 12].map((c) => selected[c + row]!))),
      );
    }
  }

  private fill(part: Part, rows: [string, readonly number[]][], matrix: string[] = []): void {
    const text = [
      ...rows.map(([name, values]) => `${name}\t${list(values)}`),
      ...matrix.map((row) => `matrix\t${row}`),
    ].join('\n');
    if (text === part.text) return;
    part.text = text;
    part.copy.disabled = false;
    if (part.lines.length === 0) this.begin(part, rows);
    for (const [i, [, values]] of rows.entries()) {
      const line = part.lines[i]!;
      for (const value of values) {
        line.most = Math.max(line.most, Math.abs(value));
        // The last digits of single precision are no fraction.
        line.broken ||= Math.abs(value - Math.round(value)) > 1e-6;
      }
      const decimals = decimalsOf(line);
      for (const [k, value] of values.entries()) line.cells[k]!.textContent = withoutSign(value.toFixed(decimals));
      line.value.title = list(values);
    }
  }

  private begin(part: Part, rows: [string, readonly number[]][]): void {
    part.lines = rows.map(([, values]) => {
      const cells = values.map(() => h('span'));
      return { cells, value: h('dd', { class: 'numbers' }, ...cells), most: 0, broken: false };
    });
    fill(
      part.rows,
      rows.flatMap(([name], i) => [h('dt', { text: name }), part.lines[i]!.value]),
    );
  }
}

/** About x, then y, then z. */
function degreesOf([x = 0, y = 0, z = 0, w = 1]: readonly number[]): number[] {
  const degrees = (angle: number): number => Number(((angle * 180) / Math.PI).toFixed(3)) || 0;
  const sine = Math.max(-1, Math.min(1, 2 * (w * y - z * x)));
  return [
    degrees(Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y))),
    degrees(Math.asin(sine)),
    degrees(Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))),
  ];
}

/** A matrix as translation, unit quaternion and scale; a mirrored one has a negative scale along x. */
export function parts(matrix: readonly number[]): { translation: number[]; rotation: number[]; scale: number[] } {
  const column = (c: number): number[] => [matrix[c * 4]!, matrix[c * 4 + 1]!, matrix[c * 4 + 2]!];
  const [a, b, c] = [column(0), column(1), column(2)] as [number[], number[], number[]],
    scale = [a, b, c].map((v) => Math.hypot(...v));
  const determinant =
    a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) -
    a[1]! * (b[0]! * c[2]! - b[2]! * c[0]!) +
    a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!);
  if (determinant < 0) scale[0]! *= -1;
  const m = (row: number, col: number): number => matrix[col * 4 + row]! / (scale[col] || 1),
    trace = m(0, 0) + m(1, 1) + m(2, 2);
  let q: number[];
  if (trace > 0) {
    const s = 2 * Math.sqrt(trace + 1);
    q = [(m(2, 1) - m(1, 2)) / s, (m(0, 2) - m(2, 0)) / s, (m(1, 0) - m(0, 1)) / s, s / 4];
  } else {
    const i = m(0, 0) >= m(1, 1) && m(0, 0) >= m(2, 2) ? 0 : m(1, 1) >= m(2, 2) ? 1 : 2,
      j = (i + 1) % 3,
      k = (i + 2) % 3,
      s = 2 * Math.sqrt(Math.max(1e-12, 1 + m(i, i) - m(j, j) - m(k, k)));
    q = [0, 0, 0, (m(k, j) - m(j, k)) / s];
    q[i] = s / 4;
    q[j] = (m(j, i) + m(i, j)) / s;
    q[k] = (m(k, i) + m(i, k)) / s;
  }
  const length = Math.hypot(...q) || 1;
  return { translation: [matrix[12]!, matrix[13]!, matrix[14]!], rotation: q.map((value) => value / length), scale };
}

const kStepDegrees = 5;
const axes = ['x', 'y', 'z'] as const;

/** Rotation override of the selected node: degrees about its axes, on top of how the file has it. */
export class RotatePanel {
  readonly element: HTMLElement;
  private readonly fields: HTMLInputElement[];
  private readonly rings: HTMLButtonElement;
  private readonly reset: HTMLButtonElement;
  private readonly resetAll: HTMLButtonElement;
  private node: HierarchyNode | undefined;
  /** The fields speak: what they say must not be written over. */
  private typing = false;

  constructor(private readonly viewer: PageViewer) {
    this.fields = axes.map((axis) =>
      h('input', {
        class: 'degrees numbers',
        attributes: { type: 'number', step: kStepDegrees, value: 0, 'aria-label': t('Degrees about {axis}', { axis }) },
        on: { input: () => this.type(), keydown: (event) => this.key(event) },
      }),
    );
    const button = (text: string, title: string, click: () => void): HTMLButtonElement =>
      h('button', { class: 'button small', text, title, attributes: { type: 'button' }, on: { click } });
    this.rings = button(
      t('Rotation gizmo'),
      t('{name} ({keys})', { name: t('Show a gizmo that rotates the node in the view'), keys: keysOf('rotate') }),
      () => viewer.set({ rotationGizmo: !viewer.settings.rotationGizmo }),
    );
    this.reset = button(
      t('Reset'),
      t('As in the file'),
      () => this.node && viewer.rotationOverrides.rotate(this.node.index, null),
    );
    this.resetAll = button(t('Reset all'), t('Reset every node to the file'), () =>
      viewer.rotationOverrides.rotate(-1, null),
    );
    this.element = h(
      'section',
      { class: 'section rotate-panel' },
      h('h3', { text: t('Rotate manually') }),
      h(
        'div',
        { class: 'rotate-panel-fields' },
        ...this.fields.map((field, i) =>
          h(
            'label',
            { class: `axis-${axes[i]}` },
            h('span', { text: axes[i]! }),
            field,
            h('span', { class: 'quiet', text: '°' }),
          ),
        ),
      ),
      h('div', { class: 'rotate-panel-buttons' }, this.rings, this.reset, this.resetAll),
    );
    viewer.on('rotations', () => this.read());
    viewer.on('settings', () => this.read());
    this.read();
  }

  show(node: HierarchyNode | undefined): void {
    this.node = node;
    this.typing = false;
    this.read();
  }

  focus(): void {
    this.fields[0]!.focus();
    this.fields[0]!.select();
  }

  private type(): void {
    const { node, viewer, fields } = this;
    if (!node) return;
    const degrees = fields.map(({ valueAsNumber }) => (Number.isFinite(valueAsNumber) ? valueAsNumber : 0)) as Vec3;
    this.typing = true;
    const rotated = degrees.some((angle) => angle !== 0);
    viewer.rotationOverrides.rotate(
      node.index,
      rotated ? multiplyQuaternions(node.rotation, quaternionFromDegrees(degrees)) : null,
    );
    this.typing = false;
  }

  private key(event: KeyboardEvent): void {
    if (event.key === 'Enter') (event.target as HTMLElement).blur();
    // The page's own keys stay out of the fields; Escape belongs to both.
    if (event.key !== 'Escape') event.stopPropagation();
  }

  /** Fills the fields from the viewer. */
  private read(): void {
    const { node, viewer } = this,
      rotation: Vec4 | undefined = node && viewer.rotationOverrides.rotations.get(node.index);
    this.rings.setAttribute('aria-pressed', String(viewer.settings.rotationGizmo));
    this.reset.disabled = !rotation;
    this.resetAll.disabled = viewer.rotationOverrides.rotations.size === 0;
    if (this.typing) return;
    const degrees = rotation ? degreesFromQuaternion(rotationBetween(node!.rotation, rotation)) : [0, 0, 0];
    this.fields.forEach((field, i) => {
      const text = String(Number(degrees[i]!.toFixed(2)) || 0);
      if (field.value !== text) field.value = text;
    });
  }
}
