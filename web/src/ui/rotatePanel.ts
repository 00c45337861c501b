// Rotation override of the selected node: degrees about its axes, on top of how the file has it.

import type { HierarchyNode, Vec3, Vec4 } from '../core/report';
import { degreesFromQuaternion, multiplyQuaternions, quaternionFromDegrees, rotationBetween } from '../core/math';
import type { PageViewer } from '../viewer/page';
import { keysOf } from './commands';
import { h } from './dom';
import { t } from './language';

const kStepDegrees = 5;
const axes = ['x', 'y', 'z'] as const;

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
