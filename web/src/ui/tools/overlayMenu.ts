// Everything that can lie over the model or colour it, as switches with what they say of it.

import type { Bounds } from '../../core/report';
import type { FrameInfo } from '../../protocol/view';
import type { Viewer } from '../../viewer/viewer';
import { keysOf } from '../commands';
import { h, svgIcon } from '../dom';
import { count, t } from '../language';
import { numberText } from '../words';
import type { AnyOverlay, ToolState } from './toolState';
import { showPopover } from './menus';

interface Switch {
  name: AnyOverlay;
  label: string;
}

const groups = (): { title: string; switches: Switch[] }[] => [
  {
    title: t('Skeleton'),
    switches: [
      { name: 'skeleton', label: t('Bones') },
      { name: 'names', label: t('Joint names') },
      { name: 'axes', label: t('Joint and file axes') },
      { name: 'weights', label: t('Weights of the selected joint') },
      { name: 'influences', label: t('More than four influences') },
      { name: 'hidden', label: t('Objects used as bones') },
    ],
  },
  {
    title: t('Surface'),
    switches: [
      { name: 'wireframe', label: t('Wireframe') },
      { name: 'normals', label: t('Normals') },
      { name: 'tangents', label: t('Tangents') },
    ],
  },
  {
    title: t('Space'),
    switches: [
      { name: 'grid', label: t('Grid') },
      { name: 'ruler', label: t('Rulers in file units') },
      { name: 'bounds', label: t('Bounds') },
      { name: 'stored', label: t('Stored vs actual bounds') },
      { name: 'gizmos', label: t('Lights, cameras and emitters') },
    ],
  },
];

export class OverlayMenu {
  readonly element: HTMLElement;
  readonly button: HTMLButtonElement;
  private readonly boxes = new Map<AnyOverlay, HTMLInputElement>();
  private readonly notes = new Map<AnyOverlay, HTMLElement>();
  private readonly uv: HTMLInputElement;
  private readonly colors: HTMLInputElement;
  private readonly textures: HTMLInputElement;
  private readonly lamps: HTMLInputElement;

  constructor(
    private readonly viewer: Viewer,
    private readonly toolState: ToolState,
  ) {
    const check = (label: string, command: string, change: (on: boolean) => void): [HTMLInputElement, HTMLElement] => {
      const box = h('input', { attributes: { type: 'checkbox' }, on: { change: () => change(box.checked) } }),
        keys = keysOf(command);
      return [
        box,
        h('label', { class: 'check' }, box, h('span', { text: label }), keys !== '' && h('kbd', { text: keys })),
      ];
    };
    const sections = groups().map(({ title, switches }) => {
      const rows = switches.flatMap(({ name, label }) => {
        const [box, row] = check(label, name, (on) => toolState.setOverlay(name, on)),
          note = h('p', { class: 'overlay-note numbers', attributes: { hidden: true, 'data-note': name } });
        box.dataset.overlay = name;
        this.boxes.set(name, box);
        this.notes.set(name, note);
        return [row, note];
      });
      return h('fieldset', {}, h('legend', { text: title }), ...rows);
    });
    const [uv, uvRow] = check(t('UV checker'), '', (on) =>
      viewer.set({ shading: on ? { kind: 'uv', layer: 0 } : { kind: 'material' } }),
    );
    const [colors, colorRow] = check(t('Vertex colours'), '', (on) =>
      viewer.set({ shading: on ? { kind: 'color', layer: 0 } : { kind: 'material' } }),
    );
    const [textures, textureRow] = check(t('Textures'), 'textures', (on) => viewer.set({ textures: on }));
    const [lamps, lampRow] = check(t('Use the file’s lights'), 'fileLights', (on) => viewer.set({ lamps: on }));
    [this.uv, this.colors, this.textures, this.lamps] = [uv, colors, textures, lamps];
    sections[1]!.append(textureRow, uvRow, colorRow);
    sections[2]!.append(lampRow);
    this.element = h(
      'div',
      {
        class: 'tool-menu overlay-menu',
        id: 'overlay-menu',
        attributes: { popover: 'auto', role: 'region', 'aria-label': t('Overlays') },
      },
      h('h3', { text: t('Overlays') }),
      ...sections,
    );
    this.button = h(
      'button',
      {
        class: 'icon-button',
        title: t('{name} ({keys})', { name: t('Overlays'), keys: keysOf('overlays') }),
        attributes: {
          type: 'button',
          popovertarget: 'overlay-menu',
          'aria-label': t('Overlays'),
          'aria-keyshortcuts': 'd',
        },
      },
      svgIcon('layers'),
    );
    viewer.on('settings', () => this.show());
    viewer.on('frame', (frame) => this.read(frame));
    toolState.onChange(() => this.offer());
    this.show();
  }

  open(): void {
    showPopover(this.element, this.button);
  }

  private show(): void {
    for (const [name, box] of this.boxes) box.checked = this.toolState.has(name);
    const { shading, textures, lamps } = this.viewer.settings;
    this.textures.checked = textures;
    this.lamps.checked = lamps;
    this.uv.checked = shading.kind === 'uv';
    this.colors.checked = shading.kind === 'color';
  }

  /** Disables switches for contents that the document lacks. */
  private offer(): void {
    const info = this.toolState.report?.info;
    if (!info) return;
    const able = (name: AnyOverlay, on: boolean): void => {
      const box = this.boxes.get(name);
      if (box) box.disabled = !on;
    };
    const { joints, influences, triangles } = info.statistics;
    for (const name of ['skeleton', 'names'] as const) able(name, joints > 0 || triangles === 0);
    for (const name of ['weights', 'influences'] as const) able(name, influences > 0);
    for (const name of ['wireframe', 'normals', 'bounds'] as const) able(name, triangles > 0);
    const layers = info.meshes.some(({ uvLayers }) => uvLayers.length > 0);
    able('tangents', layers || info.meshes.some(({ tangentFrames }) => tangentFrames));
    able(
      'hidden',
      this.toolState.nodes.some(({ hidden }) => hidden),
    );
    able('gizmos', info.lights.length + info.cameras.length + info.emitters.length > 0);
    this.uv.disabled = !layers;
    this.lamps.disabled = info.lights.length === 0;
    this.colors.disabled = !info.meshes.some(({ colorLayers }) => colorLayers.length > 0);
  }

  private read({ tools }: FrameInfo): void {
    const { toolState } = this;
    const say = (name: AnyOverlay, text: string): void => {
      const note = this.notes.get(name)!;
      note.hidden = text === '';
      if (note.textContent !== text) note.textContent = text;
    };
    say(
      'weights',
      toolState.has('weights') && tools?.moved !== undefined
        ? t('Moves {count} vertices.', { count: tools.moved })
        : '',
    );
    const crowd = tools?.crowded;
    say('influences', crowd ? t('{over} of {of} vertices', { over: count(crowd.over), of: count(crowd.of) }) : '');
    say(
      'ruler',
      tools?.spacing
        ? t('A line every {step} u. {unit}', { step: numberText(tools.spacing), unit: toolState.unitText }).trim()
        : '',
    );
    say('stored', tools?.boxes ? boxesText(tools.boxes) : '');
  }
}

/** How far the stored box is from the true one, side by side. */
function boxesText({ stored, bounds }: { stored?: Bounds; bounds?: Bounds }): string {
  if (!stored) return t('The file contains no bounds for this.');
  if (!bounds) return '';
  const axes = ['x', 'y', 'z'] as const;
  const sides = axes.flatMap((axis, k) => [
    `${axis}− ${signed(stored.min[k]! - bounds.min[k]!)}`,
    `${axis}+ ${signed(stored.max[k]! - bounds.max[k]!)}`,
  ]);
  const lacking = axes.some((_, k) => stored.min[k]! > bounds.min[k]! + 1e-4 || stored.max[k]! < bounds.max[k]! - 1e-4);
  const text = t('stored − actual: {sides}', { sides: sides.join(', ') });
  return lacking ? t('{text}. The mesh exceeds the stored bounds.', { text }) : text;
}

const signed = (value: number): string => {
  const rounded = Number(value.toPrecision(4));
  return Math.abs(rounded) < 1e-6 ? '0' : `${rounded > 0 ? '+' : '−'}${numberText(Math.abs(rounded))}`;
};
