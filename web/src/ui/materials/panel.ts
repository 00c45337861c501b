// Materials with their numbers, textures with their channels and where they were looked for, and how a mesh lies on them.

import { appendAll, fill } from '../../base/lists';
import { flatten } from '../../core/hierarchy';
import type { Report, ReportMaterial, ReportTexture } from '../../core/report';
import type { TexturePicture } from '../../protocol/questions';
import type { Viewer } from '../../viewer/viewer';
import { type Fact, facts, h, section } from '../dom';
import { bytesText, countOf, kindName, numberText, reasonText } from '../words';
import { joined, t } from '../language';
import { recall, remember } from '../memory';
import { issueItem } from '../problems';
import { visible } from '../inert';
import { UvView } from './uvView';

/** Which numbers of a picture are looked at. */
const channels = ['RGBA', 'RGB', 'R', 'G', 'B', 'A'] as const;
type Channel = (typeof channels)[number];

/** One channel as grey, the colours without alpha, or everything as it is. */
export function channelOf(rgba: Uint8ClampedArray<ArrayBuffer>, channel: Channel): Uint8ClampedArray<ArrayBuffer> {
  if (channel === 'RGBA') return rgba;
  const result = rgba.slice(),
    at = { RGB: -1, R: 0, G: 1, B: 2, A: 3 }[channel];
  for (let i = 0; i < result.length; i += 4) {
    if (at >= 0) result[i] = result[i + 1] = result[i + 2] = rgba[i + at]!;
    result[i + 3] = 255;
  }
  return result;
}

const vector = (values: readonly number[]): string => values.map(numberText).join(', ');
const named = (name: string): string => visible(name) || t('(no name)');

/** Roles of images that the view shows. */
const kDrawn = new Set(['diffuse', 'normal', 'specular', 'emissive']);

function choice(label: string, change: () => void): HTMLSelectElement {
  return h('select', { class: 'select wide', attributes: { 'aria-label': label }, on: { change } });
}

export class Materials {
  readonly element = h('div', { class: 'panel-body materials' });
  private readonly material: HTMLSelectElement = choice(t('Material'), () =>
    this.chooseMaterial(Number(this.material.value)),
  );
  private readonly texture: HTMLSelectElement = choice(
    t('Texture'),
    () => void this.chooseTexture(Number(this.texture.value)),
  );
  private readonly mesh: HTMLSelectElement = choice(t('Mesh of the coordinates'), () =>
    this.chooseMesh(Number(this.mesh.value)),
  );
  private readonly layer: HTMLSelectElement = choice(t('Layer of coordinates'), () => void this.showLayer());
  private readonly parameters = h('div');
  private readonly preview = h('canvas', { class: 'texture-preview', attributes: { role: 'img' } });
  private readonly textureFacts = h('div');
  private readonly channels: HTMLElement;
  private readonly uv = new UvView();
  private readonly uvSaid = h('p', { class: 'quiet numbers', attributes: { role: 'status' } });
  private readonly parts: { materials: HTMLElement; textures: HTMLElement; uv: HTMLElement; none: HTMLElement };
  private channel: Channel;
  private report: Report | undefined;
  private filled: Report | undefined;
  private open = false;
  private picture: TexturePicture | undefined;
  private shownTexture = -1;
  /** Shows a line of a file. */
  onSource: ((file: string, line: number, offset: number) => void) | undefined;

  constructor(private readonly viewer: Viewer) {
    const kept = recall('materials.channel', 'RGBA');
    this.channel = channels.find((name) => name === kept) ?? 'RGBA';
    this.channels = h(
      'div',
      { class: 'channel-choice', attributes: { role: 'group', 'aria-label': t('Channels') } },
      ...channels.map((name) =>
        h('button', {
          class: 'button small',
          text: name,
          attributes: { type: 'button', 'aria-pressed': String(name === this.channel), 'data-channel': name },
          on: { click: () => this.chooseChannel(name) },
        }),
      ),
    );
    this.preview.hidden = this.channels.hidden = true;
    this.parts = {
      materials: section(t('Material'), this.material, this.parameters),
      textures: section(t('Texture'), this.texture, this.channels, this.preview, this.textureFacts),
      uv: section(
        t('Texture coordinates'),
        h('div', { class: 'uv-choices' }, this.mesh, this.layer),
        this.uv.canvas,
        this.uvSaid,
      ),
      none: h('p', { class: 'quiet', text: t('The file contains no materials, textures or texture coordinates.') }),
    };
    appendAll(this.element, Object.values(this.parts));
  }

  show(report: Report): void {
    this.report = report;
    if (this.open) this.fill();
  }

  setOpen(open: boolean): void {
    this.open = open;
    if (open && this.filled !== this.report) this.fill();
  }

  select(node: number): void {
    const { report } = this,
      mesh = report && flatten(report.info.hierarchy)[node]?.mesh;
    if (!report || mesh === undefined || this.filled !== report) return;
    const material = report.info.meshes[mesh]?.primitives[0]?.material;
    if (material !== null && material !== undefined) this.chooseMaterial(material);
    this.chooseMesh(mesh);
  }

  private fill(): void {
    const { report } = this;
    if (!report) return;
    this.filled = report;
    this.shownTexture = -1;
    const { materials, textures, meshes } = report.info;
    const options = (names: readonly string[]): HTMLElement[] =>
      names.map((name, index) => h('option', { text: named(name), attributes: { value: index } }));
    fill(this.material, options(materials.map(({ name }) => name)));
    fill(
      this.texture,
      options(textures.map(({ name, status }) => (status === 'found' ? name : t('{name} (not found)', { name })))),
    );
    fill(this.mesh, options(meshes.map(({ name }) => name)));
    const mapped = meshes.findIndex(({ uvLayers }) => uvLayers.length > 0);
    this.parts.materials.hidden = materials.length === 0;
    this.parts.textures.hidden = textures.length === 0;
    this.parts.uv.hidden = mapped < 0;
    this.parts.none.hidden = materials.length + textures.length > 0 || mapped >= 0;
    if (materials.length > 0) this.chooseMaterial(0);
    const found = textures.findIndex(({ status }) => status === 'found');
    if (textures.length > 0 && this.shownTexture < 0) void this.chooseTexture(Math.max(0, found));
    if (mapped >= 0) this.chooseMesh(mapped);
    this.select(this.viewer.settings.selectedNode);
  }

  // -- materials ------------------------------------------------------------------------------------------------------

  private chooseMaterial(index: number): void {
    const material = this.report?.info.materials[index];
    if (!material) return;
    this.material.value = String(index);
    fill(this.parameters, [facts(this.parametersOf(material), t('Parameters')), ...this.slotsOf(material)]);
    const textures = this.report!.info.textures;
    const slot =
      material.slots.find(({ role, texture }) => role === 'diffuse' && texture !== null) ??
      material.slots.find(({ texture }) => texture !== null && textures[texture]?.status === 'found');
    if (slot && slot.texture !== null) void this.chooseTexture(slot.texture);
  }

  private parametersOf(material: ReportMaterial): Fact[] {
    const swatch = (values: readonly number[]): HTMLElement => {
      const patch = h('span', { class: 'swatch', attributes: { 'aria-hidden': 'true' } });
      const byte = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 255);
      patch.style.background = `rgb(${values.slice(0, 3).map(byte).join(' ')})`;
      return h('span', {}, patch, vector(values));
    };
    const yes = (value: boolean): string => (value ? t('yes') : t('no'));
    const rows: Fact[] = [
      ...this.declarationOf(material),
      [t('diffuse'), swatch(material.diffuse)],
      [t('specular'), swatch(material.specular)],
      [t('hardness'), numberText(material.hardness)],
      [t('emissive'), swatch(material.emissive)],
      [t('alpha'), kindName(material.alphaMode)],
      [t('two-sided'), yes(material.doubleSided)],
      [t('unlit'), yes(material.shadeless)],
    ];
    if (material.alphaMode === 'mask') rows.push([t('alpha cutoff'), numberText(material.alphaCutoff)]);
    if (material.hidden) rows.push([t('hidden'), t('yes')]);
    if (material.culled !== 'none') rows.push([t('shown side'), material.culled === 'back' ? t('front') : t('back')]);
    for (const [name, value] of Object.entries(material.properties ?? {})) {
      const text =
        typeof value === 'number' ? numberText(value) : Array.isArray(value) ? vector(value) : visible(value);
      rows.push([visible(name), text]);
    }
    return rows;
  }

  /** The file and line that say how the material looks; a click shows them. */
  private declarationOf({ declaration }: ReportMaterial): Fact[] {
    if (!declaration) return [];
    const { name, file, line, offset } = declaration;
    const place = h('button', {
      class: 'link declaration',
      text: t('{file}, line {line}', { file: visible(file), line: String(line) }),
      title: t('Show {name} in the source', { name: named(name) }),
      attributes: { type: 'button' },
      on: { click: () => this.onSource?.(file, line, offset) },
    });
    return [[t('declared in'), place]];
  }

  private slotsOf({ slots }: ReportMaterial): HTMLElement[] {
    const textures = this.report?.info.textures ?? [];
    if (slots.length === 0) return [];
    return [
      h(
        'ul',
        { class: 'slots', attributes: { 'aria-label': t('Textures of the material') } },
        ...slots.map(({ role, texture, uvLayer, offset, scale, factor, clamp }) => {
          const image = texture === null ? undefined : textures[texture];
          const moved = offset.some((value) => value !== 0) || scale.some((value) => value !== 1);
          const notes = [
            uvLayer > 0 && t('layer {number}', { number: uvLayer }),
            moved && t('offset {offset}, scale {scale}', { offset: vector(offset), scale: vector(scale) }),
            clamp && t('clamped'),
            !kDrawn.has(role) && t('not drawn'),
            factor !== 1 && t('factor {factor}', { factor: numberText(factor) }),
          ].filter((note): note is string => typeof note === 'string');
          return h(
            'li',
            {},
            h('span', { class: 'quiet', text: kindName(role) }),
            image
              ? h('button', {
                  class: `link ${image.status === 'found' ? '' : 'is-missing'}`,
                  text: named(image.name),
                  title: image.status === 'found' ? (image.file ?? '') : t('Missing'),
                  attributes: { type: 'button' },
                  on: { click: () => void this.chooseTexture(texture!) },
                })
              : h('span', { class: 'quiet', text: t('no image') }),
            notes.length > 0 && h('span', { class: 'quiet', text: joined(notes, ', ') }),
          );
        }),
      ),
    ];
  }

  // -- textures -------------------------------------------------------------------------------------------------------

  private async chooseTexture(index: number): Promise<void> {
    const { report } = this,
      texture = report?.info.textures[index];
    if (!report || !texture || index === this.shownTexture) return;
    this.texture.value = String(index);
    this.shownTexture = index;
    const picture = await this.viewer.ask('texture', { texture: index });
    if (report !== this.report || index !== this.shownTexture) return;
    this.picture = picture;
    this.preview.setAttribute('aria-label', t('Preview of {name}', { name: named(texture.name) }));
    fill(this.textureFacts, this.aboutTexture(report, texture));
    this.paint();
  }

  private aboutTexture({ issues }: Report, texture: ReportTexture): HTMLElement[] {
    const { picture } = this,
      found = texture.status === 'found';
    const rows: Fact[] = [[t('name in the file'), named(texture.name)]];
    if (found) rows.push([t('found as'), visible(texture.file ?? '')]);
    if (found && texture.foundBy) rows.push([t('taken because'), reasonText(texture)]);
    else rows.push([t('found as'), h('span', { class: 'is-missing', text: t('missing') })]);
    if (texture.turns) rows.push([t('images change at'), `${texture.turns.map(numberText).join(', ')} s`]);
    if (picture?.width !== undefined) rows.push([t('size'), `${picture.width} × ${picture.height}`]);
    if (picture?.kind) rows.push([t('format'), picture.kind]);
    if (picture) rows.push([t('file size'), bytesText(picture.fileBytes)]);
    const failed = issues.messages.filter(({ source }) => found && source === texture.file);
    return [
      facts(rows, t('Texture')),
      ...(failed.length > 0 ? [h('ul', { class: 'issues' }, ...failed.map(issueItem))] : []),
      ...(texture.searched.length > 0
        ? [
            h(
              'details',
              { attributes: { open: !found } },
              h('summary', {
                text: t('Names tried: {names}', { names: countOf(texture.searched.length, 'name') }),
              }),
              h('ol', { class: 'searched' }, ...texture.searched.map((name) => h('li', { text: visible(name) }))),
            ),
          ]
        : []),
    ];
  }

  private chooseChannel(channel: Channel): void {
    this.channel = channel;
    remember('materials.channel', channel);
    for (const button of this.channels.querySelectorAll<HTMLElement>('[data-channel]'))
      button.setAttribute('aria-pressed', String(button.dataset.channel === channel));
    this.paint();
  }

  private paint(): void {
    const shown = this.picture?.preview,
      context = this.preview.getContext('2d');
    this.preview.hidden = this.channels.hidden = shown === undefined;
    if (!shown || !context) {
      this.uv.setImage(undefined);
      return;
    }
    this.preview.width = shown.width;
    this.preview.height = shown.height;
    this.preview.classList.toggle('is-small', shown.width < 160);
    context.putImageData(new ImageData(channelOf(shown.rgba, this.channel), shown.width, shown.height), 0, 0);
    this.uv.setImage(this.preview);
  }

  // -- texture coordinates --------------------------------------------------------------------------------------------

  private chooseMesh(index: number): void {
    const { report } = this,
      mesh = report?.info.meshes[index];
    if (!report || !mesh) return;
    this.mesh.value = String(index);
    fill(
      this.layer,
      mesh.uvLayers.map((name, layer) => h('option', { text: named(name), attributes: { value: layer } })),
    );
    this.layer.hidden = mesh.uvLayers.length < 2;
    const texture = mesh.primitives
      .map(({ material }) => report.info.materials[material ?? -1])
      .flatMap((material) => material?.slots ?? [])
      .find(({ role, texture: image }) => role === 'diffuse' && image !== null)?.texture;
    if (texture !== null && texture !== undefined) void this.chooseTexture(texture);
    void this.showLayer();
  }

  private async showLayer(): Promise<void> {
    const { report } = this,
      mesh = Number(this.mesh.value),
      layer = Number(this.layer.value || 0);
    const layout =
      (report?.info.meshes[mesh]?.uvLayers.length ?? 0) > 0
        ? await this.viewer.ask('uvLayout', { mesh, layer })
        : undefined;
    if (report !== this.report || mesh !== Number(this.mesh.value) || !report) return;
    this.uv.show(layout, report.info.axes.uvOrigin === 'bottom');
    const { shown } = this.uv;
    if (!shown) {
      this.uvSaid.textContent = t('This mesh has no texture coordinates.');
      return;
    }
    const { left, right, top, bottom } = shown.bounds,
      short = (value: number): string => String(Number(value.toPrecision(4)));
    const triangles = countOf(shown.triangles, 'triangle');
    this.uvSaid.textContent = joined(
      [
        t('{triangles}, u {left} to {right}, v {top} to {bottom}', {
          triangles,
          left: short(left),
          right: short(right),
          top: short(top),
          bottom: short(bottom),
        }),
        shown.outside > 0 && t('{count} outside the texture', { count: shown.outside }),
      ],
      '; ',
    );
  }
}
