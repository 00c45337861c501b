// What colours the model, which camera looks, and which path skins.

import { fill, mostOf } from '../base/lists';
import type { Report, ReportInfo, ReportMesh } from '../core/report';
import { flatten } from '../core/hierarchy';
import type { Shading } from '../protocol/view';
import type { Viewer } from '../viewer/viewer';
import { h } from './dom';
import { t } from './language';

/** Options of the list of shadings: a kind and the number of a layer. */
const valueOf = (shading: Shading): string => `${shading.kind} ${'layer' in shading ? shading.layer : 0}`;
function shadingOf(value: string): Shading {
  const [kind, layer] = value.split(' ');
  return kind === 'uv' || kind === 'color'
    ? { kind, layer: Number(layer) }
    : { kind: kind === 'normal' ? 'normal' : 'material' };
}

/** Vertices move by joints or by stored frames: the processor can pose them, or the GPU. */
export const posesVertices = ({ statistics, meshes }: ReportInfo): boolean =>
  statistics.influences > 0 || meshes.some(({ vertexFrames }) => vertexFrames !== undefined);

export class OverlayBar {
  private readonly shadings: HTMLSelectElement;
  private readonly cameras: HTMLSelectElement;
  /** Which path skins. */
  readonly paths: HTMLSelectElement;
  private cameraNodes: number[] = [];

  constructor(private readonly viewer: Viewer) {
    this.shadings = h('select', {
      class: 'select',
      attributes: { 'aria-label': t('Shading'), hidden: true },
      on: { change: () => viewer.set({ shading: shadingOf(this.shadings.value) }) },
    });
    this.cameras = h('select', {
      class: 'select',
      attributes: { 'aria-label': t('Camera'), hidden: true },
      on: { change: () => viewer.set({ cameraNode: Number(this.cameras.value) }) },
    });
    this.paths = h(
      'select',
      {
        class: 'select',
        attributes: { 'aria-label': t('Skinning path') },
        on: { change: () => viewer.set({ skinning: this.paths.value as 'auto' | 'cpu' | 'gpu' }) },
      },
      ...(
        [
          ['auto', t('Skinning: auto')],
          ['cpu', t('Skinning: CPU')],
          ['gpu', t('Skinning: GPU')],
        ] as const
      ).map(([value, text]) => h('option', { text, attributes: { value } })),
    );
    viewer.on('settings', () => this.show());
    this.show();
  }

  /** For the bar on top: what colours the model, which camera looks. */
  get selects(): HTMLElement[] {
    return [this.shadings, this.cameras];
  }

  /** Shows the choices that a document offers, and switches for its contents. */
  showChoices(report: Report): void {
    const { info } = report,
      all = flatten(info.hierarchy);
    this.showShadings(report);
    const nodes = all.filter(({ camera }) => camera !== undefined);
    this.cameraNodes = nodes.map(({ index }) => index);
    this.cameras.hidden = nodes.length === 0;
    fill(this.cameras, [
      h('option', { text: t('Free camera'), attributes: { value: -1 } }),
      ...nodes.map(({ name, index }) => h('option', { text: name || t('camera'), attributes: { value: index } })),
    ]);
    this.paths.hidden = !posesVertices(info);
    this.show();
  }

  private showShadings({ info }: Report): void {
    const { meshes } = info;
    // Layers are counted; meshes may call the same one differently.
    const layers = (kind: 'uv' | 'color', title: string, of: (mesh: ReportMesh) => string[]): [string, string][] =>
      Array.from({ length: mostOf([0, ...meshes.map((mesh) => of(mesh).length)]) }, (_, layer) => {
        const names = [...new Set(meshes.flatMap((mesh) => of(mesh)[layer] || []))];
        return [`${kind} ${layer}`, t('{kind} {name}', { kind: title, name: names.join(', ') || layer + 1 })];
      });
    const choices: [string, string][] = [
      ['material 0', t('Materials')],
      ...layers('color', t('Colours:'), ({ colorLayers }) => colorLayers),
      ...layers('uv', t('UV checker:'), ({ uvLayers }) => uvLayers),
      ['normal 0', t('Normals')],
    ];
    fill(
      this.shadings,
      choices.map(([value, text]) => h('option', { text, attributes: { value } })),
    );
    this.shadings.hidden = meshes.length === 0;
    const { shading } = this.viewer.settings;
    if (!choices.some(([value]) => value === valueOf(shading))) this.viewer.set({ shading: { kind: 'material' } });
  }

  nextCamera(): void {
    const all = [-1, ...this.cameraNodes],
      at = all.indexOf(this.viewer.settings.cameraNode);
    this.viewer.set({ cameraNode: all[(at + 1) % all.length]! });
  }

  private show(): void {
    const { shading, cameraNode, skinning } = this.viewer.settings;
    this.shadings.value = valueOf(shading);
    this.cameras.value = String(cameraNode);
    this.paths.value = skinning;
  }
}
