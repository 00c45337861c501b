// One open document of the module: what it has, how it is posed, and the files it becomes.

import {
  answered,
  blendChecks,
  type Bytes,
  checkKind,
  checkSamples,
  compareChecks,
  type CompareOptions,
  filesOf,
  type GivenFile,
  poseChecks,
  type PoseOptions,
  poseReportChecks,
  type PoseReportOptions,
  vertexChecks,
  type VertexOptions,
} from './inputs';
import { BufferKind } from '../core/buffers';
import { Document, type InputFile } from '../core/document';
import { VitrineError } from '../base/errors';
import type { ExportKind } from '../core/formats';
import { embeddable, encodeTga, type ExportImages, foundTextures, type ImageType } from '../core/exportImages';
import { equalBytes } from '../images/imageGroups';
import { PixelBudget } from '../images/imageLimits';
import type { FilePlace, Fix, Patch, PlaceAnswer, Thing } from '../core/sourceMap';
import type { ActionHealth, FoundTurn, LargestDistance } from '../core/health';
import { checkOptions, checkValue, isAction, isFiniteNumber, isListOf, isText, jsonOf, kindOf } from '../base/given';
import { flatten } from '../core/hierarchy';
import type { MeshStatistics } from '../core/survey';
import { pushTo } from '../base/lists';
import { plainName } from '../core/gzipName';
import { isImageName, someOf } from '../core/names';
import { declaredActions } from '../core/declared';
import { isPalette, paletteNameOf, trueColour } from '../images/paletted';
import { encodePng } from '../images/pngWrite';
import { ask } from '../core/ask';
import type { BytesAt, OwnChunks } from '../core/ownChunks';
import * as whole from '../core/fullCore';
import { converted, type ExportedFile, type ExportOptions } from './exports';
import {
  type ImageBytes,
  type Picture,
  PictureImages,
  renderChecks,
  type RenderOptions,
  renderRefused,
} from './render';
import { ImageCache } from './imageCache';
import type { Resolve, Surroundings } from './surroundings';
import { animate, type Animation, type AnimationOptions } from './animate';
import type { CoreModule } from '../core/core';
import type {
  Bounds,
  FormatInfo,
  HierarchyNode,
  PoseReport,
  Report,
  ReportAction,
  ReportCurve,
  VertexReport,
} from '../core/report';

const kFolders = /^.*[\\/]/,
  kExtension = /(?<=.)\.[^.]*$/;

/** Names of materials are those of declarations, whatever their endings. */
const withoutEnding = (name: string): string => name.replace(/\.[^./\\]*$/, '');

/** Endings of files that say what names in models mean. */
const declaredEndings = (core: CoreModule): ReadonlySet<string> =>
  new Set(
    (JSON.parse(core.formats()) as FormatInfo[])
      .filter(({ role }) => role === 'materials')
      .flatMap(({ extensions }) => extensions.map((extension) => extension.split('.').at(-1)!)),
  );

export interface PosedMesh {
  name: string;
  /** Index of its node in `matrices`. */
  node: number;
  /** Skinned vertices are in file space; those of a rigid mesh are in the space of its node. */
  skinned: boolean;
  positions: Float32Array;
  normals: Float32Array;
  indices: Uint32Array;
}

/** Every array is a view into the core, valid until the next call on the same Vitrine. */
export interface Pose {
  action: string | null;
  time: number;
  /** 16 numbers per node of the hierarchy (by `index`), column-major, file space from node space. */
  matrices: Float32Array;
  meshes: PosedMesh[];
  bounds: Bounds | null;
}

export class VitrineDocument {
  private cached: Report | undefined;
  private nodes: HierarchyNode[] = [];
  private anything = false;
  private readonly images = new Map<string, Uint8Array>();
  private readonly pictures = new PictureImages();
  private readonly around: Surroundings | undefined;
  private kept = new ImageCache();
  /** Companions that were found around the files. */
  private readonly found = new Set<string>();

  /** Scenes that readers of chunks look into. */
  private readonly scenes = new Map<string, Uint8Array>();

  /** @internal Documents come from `Vitrine.open`. */
  constructor(
    private readonly document: Document,
    private readonly resolve?: (name: string) => Bytes | undefined,
    private readonly chunks?: OwnChunks,
  ) {
    this.around = (resolve as Partial<Resolve> | undefined)?.around;
  }

  /** False if none of the files has anything to show. */
  get shown(): boolean {
    return this.anything;
  }

  /** Statistics, hierarchy, actions, materials and issues, as `vitrine inspect --json` prints them. */
  get report(): Report {
    if (!this.cached) {
      this.cached = this.withChunks(this.document.report());
      const root = this.around && this.models.map((model) => this.around!.rootOf(model)).find((one) => one);
      if (root !== undefined) this.cached.root = root;
    }
    return this.cached;
  }

  /** The report with what readers of chunks make of them. */
  private withChunks(report: Report): Report {
    const bytesAt: BytesAt = (file, offset, size) => this.scenes.get(file)?.subarray(offset, offset + size);
    return this.chunks?.apply(report, bytesAt) ?? report;
  }

  /** Root nodes with their children. */
  get hierarchy(): HierarchyNode[] {
    return this.report.info.hierarchy;
  }

  /** Actions with name, duration, frame rate, and the reason if one cannot be played. */
  get actions(): ReportAction[] {
    return this.report.info.actions;
  }

  /** An action by name or number. Throws VitrineError ACTION_UNKNOWN. */
  action(nameOrIndex: string | number): ReportAction {
    return this.actions[this.findAction(nameOrIndex)] as ReportAction;
  }

  /** Canonical hash of the scene: the same on every host for the same files. */
  get digest(): string {
    return ask(this.document, 'digest', {});
  }

  /** Source ranges of a scene element, its own first: bytes, and lines of texts. Throws TypeError for an invalid element. */
  places(thing: Thing): FilePlace[] {
    checkKind('a thing', thing, 'object');
    const { kind = '' }: { kind?: unknown } = thing;
    checkKind('the kind of a thing', kind, 'string');
    jsonOf('a thing', thing);
    return ask(this.document, 'places', { thing });
  }

  /** Scene elements at a byte of a file, the innermost first; undefined for a file that did not open. */
  at(file: string, offset: number): PlaceAnswer | undefined {
    checkKind('the name of a file', file, 'string');
    checkValue('offset', offset, isFiniteNumber);
    return ask(this.document, 'at', { file, offset }) ?? undefined;
  }

  /** Automatic fixes, also of files that did not open. */
  get fixes(): Fix[] {
    return ask(this.document, 'fixes', {});
  }

  /** A file with the fixes of these codes, its changes, and the problems that remain; undefined for an unknown file. */
  patch(file: string, codes: readonly string[]): Patch | undefined {
    checkKind('the name of a file', file, 'string');
    if (isListOf(isText)(codes)) throw new TypeError('the codes of a patch are an array of strings');
    return whole.patchOf(this.document, file, codes);
  }

  /**
   * The curves of an action with keys and handles. `samples` adds that many evaluated points to each, at most 100,000, and
   * 2,000,000 for all curves. Throws VitrineError: ACTION_UNKNOWN, SAMPLE_COUNT.
   */
  curves(action: string | number, samples = 0): ReportCurve[] {
    const index = this.findAction(action);
    checkSamples(samples, samples === 0 ? 0 : ask(this.document, 'curveList', { action: index }).curves.length);
    return ask(this.document, 'curves', { action: index, samples }).curves;
  }

  /**
   * Checks of an action: loops that do not close, quaternion sign flips, channels that never change, frames that exceed
   * their stored bounds. Every frame is posed for it. Throws VitrineError ACTION_UNKNOWN.
   */
  health(action: string | number): ActionHealth {
    return ask(this.document, 'health', { action: this.findAction(action) }) as ActionHealth;
  }

  /** Edges, faces and weights of a mesh, by its index in the report. Throws RangeError for an index out of range. */
  survey(mesh: number): MeshStatistics {
    if (!Number.isInteger(mesh) || !this.report.info.meshes[mesh]) throw new RangeError(`there is no mesh ${mesh}`);
    return ask(this.document, 'survey', { mesh })!;
  }

  /**
   * Largest distance between this document and another of the same Vitrine at a time; undefined if there is nothing to
   * compare. The other is rotated to face the same way, as conversions do. Vertices are compared by index if the meshes
   * have equal counts; otherwise, or if the triangles differ and it is nearer, with the nearest point of the other's
   * surface. `turn` rotates the other by further quarter turns. Throws VitrineError: DOCUMENT_FOREIGN, ACTION_UNKNOWN,
   * ACTION_NOT_PLAYABLE.
   */
  compare(other: VitrineDocument, options: CompareOptions = {}): LargestDistance | undefined {
    this.poseBoth(other, options);
    return whole.largestDistance(this.document, other.document, true, options.turn);
  }

  /**
   * Quarter turns of the other about the world's axes that make both agree to 1/1000 of the size at a time; undefined if
   * they agree without, or no turn helps. Throws as `compare` does.
   */
  findTurn(other: VitrineDocument, options: Omit<CompareOptions, 'turn'> = {}): FoundTurn | undefined {
    this.poseBoth(other, options);
    return whole.findTurn(this.document, other.document, true);
  }

  private poseBoth(other: VitrineDocument, options: CompareOptions): void {
    checkKind('the other document', other, 'object');
    checkOptions(options, compareChecks);
    const { action, time, otherAction } = options;
    if (this.document.core !== other.document.core)
      throw new VitrineError('DOCUMENT_FOREIGN', 'Documents that are compared come from the same Vitrine.');
    this.evaluate({ action, time, normals: false });
    other.evaluate({ action: otherAction, time, normals: false });
  }

  /** The document as a file of another format. Throws VitrineError: EXPORT_OPTION, or if the format cannot hold the document. */
  export(kind: ExportKind, options: ExportOptions = {}): Uint8Array {
    return this.convert(kind, options).bytes;
  }

  /** Like `export`, with the report of losses and the exporter's log; an md5mesh comes with `files`. Throws as `export` does. */
  convert(kind: ExportKind, options: ExportOptions = {}): ExportedFile {
    return converted(this.document, kind, options, (types) => this.exportImages(types));
  }

  /** @internal Takes images of conversions from there. */
  keepImages(kept: ImageCache): void {
    this.kept = kept;
  }

  /** Adds files to the document, one by one or as an array: animations, cameras, images, or another model. Throws TypeError for a file without name or bytes. */
  add(...given: readonly (GivenFile | readonly GivenFile[])[]): void {
    const files = filesOf(given.flat());
    // The core resolves images by name; their bytes stay on this side.
    const images = files.filter(({ name }) => isImageName(name));
    for (const { name, bytes } of images) this.images.set(name, bytes);
    if (this.chunks?.isUsed) for (const { name, bytes } of files) this.scenes.set(name, bytes);
    const offered = images.map(({ name, bytes }) => ({ name, bytes: bytes.byteLength }));
    this.anything = this.document.load(
      files.filter(({ name }) => !isImageName(name)),
      offered,
    );
    this.findCompanions();
    this.cached = undefined;
    this.pictures.forget();
    for (const { name, bytes } of whole.imagesInside(this.document)) this.images.set(name, bytes);
    this.findImages();
    this.nodes = flatten(this.hierarchy);
  }

  /** Matrices, positions and normals at a time of an action. Throws VitrineError: ACTION_UNKNOWN, ACTION_NOT_PLAYABLE. */
  pose(options: PoseOptions = {}): Pose {
    checkOptions(options, poseChecks);
    this.evaluate(options);
    const { document, nodes } = this;
    const { meshes, actions } = this.report.info;
    const index = whole.selectedAction(document);
    const bounds = this.finiteBounds();
    return {
      action: actions[index]?.name ?? null,
      time: options.time ?? 0,
      matrices: document.floats(BufferKind.NodeMatrices),
      meshes: Array.from({ length: document.instanceCount }, (_, i) => {
        const node = document.instanceNode(i);
        return {
          name: meshes[nodes[node]?.mesh ?? -1]?.name ?? '',
          node,
          skinned: nodes[node]?.skin !== undefined,
          positions: document.floats(BufferKind.Positions, i),
          normals: document.floats(BufferKind.Normals, i),
          indices: document.indices(BufferKind.Indices, i),
        };
      }),
      bounds,
    };
  }

  /** Bytes of an image, by `file` of a texture in the report; undefined if it is missing. */
  image(file: string): Uint8Array | undefined {
    return this.images.get(file);
  }

  /** The JSON of `vitrine pose`: plain data that stays valid. Throws as `pose` does. */
  poseReport(options: PoseReportOptions = {}): PoseReport {
    checkOptions(options, poseReportChecks);
    this.evaluate(options);
    this.finiteBounds();
    return whole.poseReport(this.document, options.vertices ?? false, options.space ?? 'file');
  }

  /**
   * How a vertex comes to where it is posed: as stored, each influence with its joint's matrices, the sum step by step.
   * Throws RangeError for a vertex or an instance out of range, and as `pose` does.
   */
  vertex(vertex: number, options: VertexOptions = {}): VertexReport {
    checkOptions(options, vertexChecks);
    this.evaluate(options);
    const { instance = 0 } = options;
    const report = Number.isInteger(vertex) && vertex >= 0 ? ask(this.document, 'vertex', { instance, vertex }) : null;
    if (!report) throw new RangeError(`mesh ${instance} has no vertex ${vertex}`);
    return report;
  }

  /**
   * A picture of the pose, drawn without a GPU: the same bytes on every host. Throws VitrineError: RENDER_OPTION,
   * CAMERA_UNKNOWN, ACTION_UNKNOWN, ACTION_NOT_PLAYABLE, NOTHING_TO_SHOW.
   */
  render(given: RenderOptions = {}): Picture {
    checkOptions(given, renderChecks, { refuse: renderRefused });
    const { action, rotations, ...options } = given,
      { document } = this;
    this.select({ action, rotations });
    const issues = this.pictures.give(document.core, document, this.report, (...given) => this.coloured(...given));
    return { ...whole.renderPicture(document, options), issues };
  }

  /** The same as a PNG file. Throws as `render` does. */
  renderPng(options: RenderOptions = {}): Uint8Array {
    const { width, height, rgba } = this.render(options);
    return encodePng(width, height, rgba);
  }

  /**
   * An action, a turntable or a contact sheet of all actions as an animated PNG or GIF: the same bytes on every host.
   * Throws as `render` does.
   */
  animate(options: AnimationOptions = {}): Animation {
    return animate(this, options);
  }

  /** Frees the memory. Every later call throws VitrineError DOCUMENT_DISPOSED. */
  dispose(): void {
    this.document.dispose();
    // Also what needs no core says that it is gone.
    this.cached = undefined;
    this.images.clear();
    this.kept = new ImageCache();
  }

  /** The same at the end of a block: `using document = vitrine.open(files)`. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  private evaluate({ time = 0, normals = true, ...pose }: PoseOptions): void {
    this.select(pose);
    this.document.evaluate(time, { normals });
  }

  /** Bounds of what was evaluated. Finite keys may have infinite products: such a pose is an error. */
  private finiteBounds(): Bounds | null {
    const bounds = this.document.bounds() ?? null;
    const matrices = this.document.floats(BufferKind.NodeMatrices);
    if (matrices.every(Number.isFinite) && [...(bounds?.min ?? []), ...(bounds?.max ?? [])].every(Number.isFinite))
      return bounds;
    throw new VitrineError('NOT_FINITE', 'At this time the pose has numbers beyond the range of a float.');
  }

  /** The action and the rotation overrides, to be evaluated. */
  private select({ action, blend, rotations = {} }: PoseOptions): void {
    const index = action === undefined ? -1 : this.findAction(action);
    // Runs of frames lead from their last one to their first.
    const loop = this.actions[index]?.kind === 'vertices';
    this.document.setPlayOptions({ rootMotion: 'keep', loop, closeLoop: false });
    if (!this.document.selectAction(index)) {
      const { name = '', whyNot } = this.actions[index] ?? {};
      throw new VitrineError(
        'ACTION_NOT_PLAYABLE',
        `The action "${name}" cannot be played${whyNot ? `: ${whyNot}` : '.'}`,
      );
    }
    if (blend) checkOptions(blend, blendChecks, { named: (name) => `option "blend.${name}"` });
    const other = blend?.action === undefined ? -1 : this.findAction(blend.action);
    const { time: otherTime = 0, weight = 0 } = blend ?? {};
    if (!whole.setBlend(this.document, other, otherTime, weight))
      throw new VitrineError('ACTION_NOT_PLAYABLE', `The action "${this.actions[other]?.name}" cannot be played.`);
    whole.clearNodeRotation(this.document);
    for (const [name, rotation] of Object.entries(rotations)) this.rotate(name, rotation);
  }

  /**
   * Images as decoders take them: those of a game's palette with its colours, equal ones once. `refused` is called with
   * what trueColour throws.
   */
  private coloured(files: Iterable<string>, refused: (file: string, error: VitrineError) => void): ImageBytes {
    const found = new Map<string, Uint8Array>(),
      kinds = new Map<string, [file: string, bytes: Uint8Array][]>(),
      budget = new PixelBudget();
    for (const file of new Set(files)) {
      const bytes = this.images.get(file);
      if (bytes && paletteNameOf(file) !== undefined) pushTo(kinds, file.slice(-3).toLowerCase(), [file, bytes]);
      else if (bytes) found.set(file, bytes);
    }
    for (const images of kinds.values()) {
      const palette = this.palette(paletteNameOf(images[0]![0])!);
      for (const [bytes, same] of equalBytes(images)) {
        try {
          const lacking = (error: VitrineError): void => same.forEach((file) => refused(file, error));
          const colours = trueColour(same[0]!, bytes, palette, budget, lacking);
          for (const file of same) found.set(file, colours);
        } catch (error) {
          if (!(error instanceof VitrineError)) throw error;
          for (const file of same) refused(file, error);
        }
      }
    }
    return found;
  }

  private palette(wanted: string): Uint8Array | undefined {
    const own = [...this.images].find(([name]) => isPalette(name, wanted))?.[1];
    return own ?? (this.resolve && answered(this.resolve, wanted));
  }

  /** @internal The palettes in whose colours its images are shown, where they are found. */
  palettes(): InputFile[] {
    const names = new Set(foundTextures(this.report).map(([, file]) => paletteNameOf(file)));
    return [...names].flatMap((name = '') => {
      const bytes = name && this.palette(name);
      return bytes ? [{ name, bytes }] : [];
    });
  }

  /** @internal Images of the first material by role; `lacking` hears of missing colours. */
  imagesByRole(types: readonly ImageType[], lacking: (error: VitrineError) => void): Map<string, Uint8Array> {
    const images = this.exportImages(types, (_, error) => lacking(error)),
      [material] = this.report.info.materials;
    return new Map(
      (material?.slots ?? []).flatMap(({ role, texture }) => {
        const bytes = texture === null ? undefined : images.get(texture);
        return bytes ? [[role, bytes] as const] : [];
      }),
    );
  }

  private exportImages(
    types: readonly ImageType[],
    refused: (file: string, error: VitrineError) => void = () => undefined,
  ): ExportImages {
    const images = new Map<number, Uint8Array>(),
      budget = new PixelBudget();
    if (types.length === 0) return images;
    const textures = foundTextures(this.report);
    const files = this.coloured(
      textures.map(([, file]) => file),
      refused,
    );
    const found = textures.flatMap(([texture, file]): [number, Uint8Array][] => {
      const bytes = files.get(file);
      return bytes ? [[texture, bytes]] : [];
    });
    for (const [bytes, those] of equalBytes(found)) {
      const make = (): Uint8Array | undefined => this.embedded(bytes, budget, types),
        file = this.kept.of(bytes, types, budget, make);
      if (file) for (const texture of those) images.set(texture, file);
    }
    return images;
  }

  private embedded(bytes: Uint8Array, budget: PixelBudget, types: readonly ImageType[]): Uint8Array | undefined {
    const image = embeddable(this.document.core, bytes, budget, types);
    if (!image || image instanceof Uint8Array) return image;
    return types[0] === 'tga' ? encodeTga(image) : encodePng(image.width, image.height, image.rgba);
  }

  private rotate(name: string, rotation: readonly [number, number, number, number]): void {
    const named = this.nodes.findIndex((node) => node?.name === name),
      node = named < 0 && /^\d+$/.test(name) ? Number(name) : named;
    if (!this.nodes[node]) throw new VitrineError('NODE_UNKNOWN', `There is no node "${name}".`);
    const fits = isListOf(isFiniteNumber)(rotation) === undefined && rotation.length === 4;
    if (!fits || !whole.setNodeRotation(this.document, node, [...rotation]))
      throw new VitrineError('ROTATION', `The rotation of "${name}" is not four numbers x, y, z, w with a length.`);
  }

  private findAction(action: string | number): number {
    if (isAction(action)) throw new TypeError(`an action is a name or a number, not ${kindOf(action)}`);
    const { live } = this.document;
    const index = typeof action === 'string' ? live.findClip(action) : action;
    if (this.actions[index]) return index;
    // A declaration may call it otherwise than its file.
    const [only, another] = this.actions.filter(
      ({ kind, source }) => kind === 'frames' && source.replace(kFolders, '').replace(kExtension, '') === action,
    );
    if (only && !another) return this.actions.indexOf(only);
    const names = someOf(this.actions.map(({ name }) => name));
    throw new VitrineError(
      'ACTION_UNKNOWN',
      `There is no action "${action}"; ${names ? `there are ${names}` : 'the files hold none'}.`,
    );
  }

  /** Files that those given are read with, and what the mod around them says of them. */
  private findCompanions(): void {
    const { resolve, around } = this;
    const found = ask(this.document, 'wanted', {}).flatMap((name) => {
      const bytes = resolve && answered(resolve, name);
      return bytes ? [{ name, bytes }] : [];
    });
    if (found.length > 0) this.anything = this.document.load(found);
    if (!around) return;
    const models = this.namesOfModels(this.document.report(false)),
      [model] = models;
    if (model === undefined) return;
    const take = (paths: readonly (string | undefined)[]): void => {
      const files = paths.flatMap((name) => {
        if (name === undefined || this.isThere(name)) return [];
        this.found.add(name);
        const bytes = around.read(name);
        return bytes ? [{ name: plainName(name), bytes }] : [];
      });
      if (files.length > 0) this.anything = this.document.load(files);
    };
    take(ask(this.document, 'wanted', {}).map((name) => around.named(model, name)));
    const report = this.document.report(false);
    const materials = report.info.materials.flatMap(({ name, declaration }) =>
      declaration ? [] : withoutEnding(name),
    );
    // Whoever gives declarations has chosen them; the mod says what they leave open.
    const isDressed = report.files.some(({ role }) => role === 'materials');
    for (const each of models)
      take(around.declarations(each, materials, declaredEndings(this.document.core), !isDressed));
    // Files of actions that these declare for the model.
    take(declaredActions(this.document.report(false)).map(({ file }) => around.named(model, file)));
  }

  /** Paths of the models among the files. */
  private get models(): string[] {
    return this.namesOfModels(this.report);
  }

  private namesOfModels({ files }: Report): string[] {
    return files.filter(({ role }) => role === 'mesh').map(({ name }) => name);
  }

  private isThere(path: string): boolean {
    return this.found.has(path) || this.document.report(false).files.some(({ name }) => name === plainName(path));
  }

  /** Images around the models: the core says which of those with a name is meant. */
  private findImagesAround(): void {
    const { around, report } = this,
      [model] = this.namesOfModels(report);
    if (!around || model === undefined) return;
    const missing = report.info.textures.filter(({ status }) => status !== 'found');
    const names = around
      .images(
        model,
        missing.flatMap(({ name, searched }) => (isImageName(name) ? [name, ...searched] : searched)),
      )
      .filter((name) => !this.images.has(plainName(name)));
    const taken = new Set(ask(this.document, 'choose', { names }).map(([, place]) => names[place]!));
    const offered = [...taken].flatMap((path) => {
      const bytes = around.read(path),
        name = plainName(path);
      if (!bytes) return [];
      this.images.set(name, bytes);
      return [{ name, bytes: bytes.byteLength }];
    });
    if (offered.length === 0) return;
    this.anything = this.document.load([], offered);
    this.cached = undefined;
  }

  private findImages(): void {
    const { resolve } = this;
    if (!resolve) return;
    const found = this.report.info.textures
      .filter(({ status }) => status !== 'found')
      .flatMap(({ searched }) => {
        for (const name of searched) {
          const bytes = answered(resolve, name);
          if (!bytes) continue;
          this.images.set(name, bytes);
          return [{ name, bytes: bytes.byteLength }];
        }
        return [];
      });
    if (found.length > 0) {
      this.anything = this.document.load([], found);
      this.cached = undefined;
    }
    this.findImagesAround();
  }
}
