// A document on the GPU. Arrays go from the wasm heap straight into buffers: nothing is copied on the way, no view
// outlives its statement (growth of the memory would empty it).

import { flatten } from '../../core/hierarchy';
import { BufferKind } from '../../core/buffers';
import type { Document } from '../../core/document';
import type { HierarchyNode, Report, ReportMaterial, ReportPrimitive, ReportSlot } from '../../core/report';
import type { SkinningPath } from '../../protocol/view';
import { Palette } from './palette';
import type { StoredFrames } from '../lazyScripts';
import type { Program, Programs } from './program';
import { makeTable } from './table';
import { hasTwoChannels, uploadImage } from './texture';

export interface Part {
  firstIndex: number;
  indexCount: number;
  material?: ReportMaterial;
  /** Number of the material, -1 = none. */
  materialIndex: number;
  texture?: WebGLTexture;
  /** Layer of texture coordinates, and the number among all texture slots (-1 = none). */
  uvLayer: number;
  slot: number;
  normalMap?: WebGLTexture;
  /** The normal map holds two of the three axes. */
  twoChannels: boolean;
  specularMap?: WebGLTexture;
  glowMap?: WebGLTexture;
  /** Strength of the glow map. */
  glow: number;
  /** Its images do not repeat. */
  clamp: boolean;
}

/** A vertex array and the layers it is set to; -1 = no layer. */
export interface Arrays {
  vao: WebGLVertexArrayObject;
  uv: number;
  color: number;
}

/** Posing in the vertex shader: what the file holds stays on the GPU, a picture sends a few numbers. */
export interface GpuPose {
  define: 'GPU_SKIN' | 'GPU_FRAMES';
  arrays: Arrays;
  bind(program: Program): void;
  /** Takes the pose that the document was evaluated for. */
  upload(document: Document): void;
  dispose(): void;
}

/** A node with a mesh. */
export interface Instance {
  node: number;
  /** Skinned vertices come in file space; rigid ones in the node's. */
  skinned: boolean;
  /** Its vertices change from picture to picture: it is skinned, or has shape keys or frames. */
  deforms: boolean;
  /** Normals and tangents come from stored quaternions. */
  framed: boolean;
  /** Some part has a normal map, and there are coordinates to lay it by. */
  mapped: boolean;
  uvLayers: number;
  colorLayers: number;
  hidden: boolean;
  vertexCount: number;
  parts: Part[];
  cpu: Arrays;
  gpu?: GpuPose;
  edges?: { buffer: WebGLBuffer; count: number };
  indices: WebGLBuffer;
  positions: WebGLBuffer;
  normals: WebGLBuffer;
  tangents?: WebGLBuffer;
  bindTangents?: WebGLBuffer;
}

export class GpuModel {
  readonly instances: Instance[] = [];
  readonly #buffers: WebGLBuffer[] = [];
  readonly #arrays: WebGLVertexArrayObject[] = [];
  readonly #textures: WebGLTexture[] = [];
  /** By index into the report's. */
  readonly pictures = new Map<number, WebGLTexture>();
  /** Some mesh is stored for every frame, and its frames are not on the GPU yet. */
  #frames: boolean;
  /** Layers that are in use, by kind and index. */
  readonly #layers = new Map<string, WebGLBuffer>();

  /** Leaves the document in its bind pose. `images` are decoded textures by index into the report's. */
  constructor(
    private readonly gl: WebGL2RenderingContext,
    document: Document,
    report: Report,
    images: ReadonlyMap<number, ImageBitmap>,
  ) {
    this.#frames = report.info.meshes.some(({ vertexFrames }) => vertexFrames !== undefined);
    document.selectAction(-1);
    document.evaluate(0);
    const nodes = flatten(report.info.hierarchy);
    for (let i = 0; i < document.instanceCount; ++i) this.instances.push(this.#build(document, report, nodes, i));
    this.dress(report, images);
  }

  /** Puts images on; they may come after the model, with a report that names them. */
  dress(report: Report, images: ReadonlyMap<number, ImageBitmap>): void {
    const nodes = flatten(report.info.hierarchy),
      textures = this.pictures,
      maps = normalMapsOf(report);
    for (const [index, image] of images)
      textures.set(index, this.#keepTexture(uploadImage(this.gl, image, maps.has(index) ? 'linear' : 'sRGB')));
    for (const instance of this.instances) {
      const { mesh } = nodes[instance.node] ?? {},
        primitives = mesh === undefined ? [] : report.info.meshes[mesh]!.primitives;
      instance.parts = primitives.map((primitive) => part(primitive, report, textures));
      instance.mapped = instance.uvLayers > 0 && instance.parts.some(({ normalMap }) => normalMap !== undefined);
    }
  }

  /** Some mesh can be posed by the vertex shader. */
  get posesOnGpu(): boolean {
    return this.instances.some(({ gpu }) => gpu !== undefined);
  }

  /** Some mesh is stored for every frame, and its frames are on the GPU. */
  get hasFrames(): boolean {
    return this.instances.some(({ gpu }) => gpu?.define === 'GPU_FRAMES');
  }

  /** Some part is translucent: posed positions are needed to sort its triangles. */
  get translucent(): boolean {
    return this.instances.some(({ parts }) =>
      parts.some(({ material }) => material && (material.alphaMode === 'blend' || material.diffuse[3] < 1)),
    );
  }

  /** Sends the pose the document was evaluated for. */
  upload(document: Document, path: SkinningPath): void {
    const { gl } = this;
    this.instances.forEach((instance, i) => {
      if (path === 'gpu' && instance.gpu) {
        instance.gpu.upload(document);
      } else if (instance.deforms) {
        this.#replace(document, instance.positions, BufferKind.Positions, i);
        this.#replace(document, instance.normals, BufferKind.Normals, i);
        if (instance.tangents) this.#replace(document, instance.tangents, BufferKind.Tangents, i);
      }
    });
    gl.bindBuffer(gl.ARRAY_BUFFER, null);
  }

  /** Tangents are on the GPU from here on; the document must have been evaluated with them. */
  wantTangents(document: Document, all = false): void {
    const { gl } = this;
    const fourth = (kind: BufferKind, index: number, { vao }: Arrays): WebGLBuffer | undefined => {
      if (document.bufferBytes(kind, index) === 0) return undefined;
      const buffer = this.#buffer(document, gl.ARRAY_BUFFER, kind, index, gl.DYNAMIC_DRAW)!;
      gl.bindVertexArray(vao);
      attribute(gl, 4, buffer, 4);
      gl.bindVertexArray(null);
      return buffer;
    };
    this.instances.forEach((instance, i) => {
      if (!instance.framed && !instance.mapped && !(all && instance.uvLayers > 0)) return;
      const tangents = instance.tangents ?? fourth(BufferKind.Tangents, i, instance.cpu);
      if (tangents) instance.tangents = tangents;
      const bind = instance.gpu && (instance.bindTangents ?? fourth(BufferKind.BindTangents, i, instance.gpu.arrays));
      if (bind) instance.bindTangents = bind;
    });
  }

  /** Stored frames are on the GPU from here on. */
  placeFrames(document: Document, programs: Programs, { makeFrames, frameShader }: StoredFrames): void {
    if (!this.#frames) return;
    this.#frames = false;
    programs.addChunk('GPU_FRAMES', 'vertex', frameShader);
    this.instances.forEach((instance, i) => {
      const frames = makeFrames(this.gl, document, i);
      if (!frames) return;
      const arrays = this.#vertexArray(instance.indices);
      this.#integers(document, BufferKind.FrameVertices, i, 1);
      this.gl.bindVertexArray(null);
      instance.gpu = {
        define: 'GPU_FRAMES',
        arrays,
        bind: (program) => frames.bind(program),
        upload: (now) => frames.upload(now),
        dispose: () => frames.dispose(),
      };
    });
  }

  /** Points the bound `arrays` of an instance at layers; layers it lacks leave the attribute without an array. */
  useLayers(document: Document, index: number, arrays: Arrays, uv: number, color: number): void {
    const { gl } = this;
    if (arrays.uv !== uv) {
      const buffer = this.#layer(document, BufferKind.Uv, index, uv);
      if (buffer) attribute(gl, 2, buffer, 2);
      else gl.disableVertexAttribArray(2);
      arrays.uv = uv;
    }
    if (arrays.color !== color) {
      const buffer = this.#layer(document, BufferKind.Colors, index, color);
      if (buffer) {
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        gl.enableVertexAttribArray(3);
        gl.vertexAttribPointer(3, 4, gl.UNSIGNED_BYTE, true, 0, 0);
      } else {
        gl.disableVertexAttribArray(3);
      }
      arrays.color = color;
    }
  }

  #layer(document: Document, kind: BufferKind, index: number, layer: number): WebGLBuffer | undefined {
    if (layer < 0) return undefined;
    const key = `${kind} ${index} ${layer}`;
    let buffer = this.#layers.get(key);
    if (!buffer) {
      const at = index + layer * document.instanceCount;
      buffer = this.#buffer(document, this.gl.ARRAY_BUFFER, kind, at, this.gl.STATIC_DRAW);
      if (buffer) this.#layers.set(key, buffer);
    }
    return buffer;
  }

  dispose(): void {
    const { gl } = this;
    for (const { gpu } of this.instances) gpu?.dispose();
    for (const array of this.#arrays) gl.deleteVertexArray(array);
    for (const buffer of this.#buffers) gl.deleteBuffer(buffer);
    for (const texture of this.#textures) gl.deleteTexture(texture);
  }

  #build(document: Document, report: Report, nodes: readonly HierarchyNode[], index: number): Instance {
    const { gl } = this,
      node = document.instanceNode(index),
      source = nodes[node];
    const mesh = source?.mesh === undefined ? undefined : report.info.meshes[source.mesh];
    const skinned = source?.skin !== undefined,
      deforms = skinned || (mesh?.shapes?.length ?? 0) > 0 || !!mesh?.vertexFrames;
    const dynamic = deforms ? gl.DYNAMIC_DRAW : gl.STATIC_DRAW;
    const indices = this.#buffer(document, gl.ELEMENT_ARRAY_BUFFER, BufferKind.Indices, index, gl.STATIC_DRAW)!;
    const positions = this.#buffer(document, gl.ARRAY_BUFFER, BufferKind.Positions, index, dynamic)!;
    const normals = this.#buffer(document, gl.ARRAY_BUFFER, BufferKind.Normals, index, dynamic)!;

    const cpu = this.#vertexArray(indices);
    attribute(gl, 0, positions, 3);
    attribute(gl, 1, normals, 3);
    const instance: Instance = {
      node,
      skinned,
      deforms,
      framed: mesh?.tangentFrames ?? false,
      mapped: false,
      uvLayers: mesh?.uvLayers.length ?? 0,
      colorLayers: mesh?.colorLayers.length ?? 0,
      hidden: source?.hidden ?? false,
      vertexCount: document.bufferBytes(BufferKind.BindPositions, index) / 12,
      parts: [],
      cpu,
      indices,
      positions,
      normals,
    };
    const gpu = this.#skinOnGpu(document, index, indices);
    if (gpu) instance.gpu = gpu;
    gl.bindVertexArray(null);
    return instance;
  }

  #skinOnGpu(document: Document, index: number, indices: WebGLBuffer): GpuPose | undefined {
    const { gl } = this;
    const influences = makeTable(gl, document.floats(BufferKind.Influences, index), 4, gl.RGBA32F, gl.RGBA, gl.FLOAT);
    if (!influences) return undefined;
    const arrays = this.#vertexArray(indices);
    this.#integers(document, BufferKind.InfluenceRuns, index, 2);
    attribute(gl, 1, this.#buffer(document, gl.ARRAY_BUFFER, BufferKind.BindNormals, index, gl.STATIC_DRAW)!, 3);
    const palette = new Palette(gl, document, index);
    this.#keepTexture(influences);
    return {
      define: 'GPU_SKIN',
      arrays,
      bind: (program) =>
        void program.bindTexture('u_influences', 1, influences).bindTexture('u_palette', 2, palette.texture),
      upload: (now) => palette.upload(now),
      dispose: () => palette.dispose(),
    };
  }

  /** A new array, bound, with these triangles. */
  #vertexArray(indices: WebGLBuffer): Arrays {
    const { gl } = this,
      vao = gl.createVertexArray();
    this.#arrays.push(vao);
    gl.bindVertexArray(vao);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices);
    return { vao, uv: -1, color: -1 };
  }

  /** Attribute 0 of the bound array, unsigned. */
  #integers(document: Document, kind: BufferKind, index: number, size: number): void {
    const { gl } = this;
    this.#buffer(document, gl.ARRAY_BUFFER, kind, index, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribIPointer(0, size, gl.UNSIGNED_INT, 0, 0);
  }

  #buffer(document: Document, target: number, kind: BufferKind, index: number, usage: number): WebGLBuffer | undefined {
    const { gl } = this,
      bytes = document.bufferBytes(kind, index);
    if (bytes === 0 && (kind === BufferKind.Uv || kind === BufferKind.Colors)) return undefined;
    const buffer = this.keepBuffer(gl.createBuffer());
    gl.bindBuffer(target, buffer);
    const pointer = document.bufferPointer(kind, index);
    if (bytes > 0) gl.bufferData(target, document.core.HEAPU8, usage, pointer, bytes);
    return buffer;
  }

  #replace(document: Document, buffer: WebGLBuffer, kind: BufferKind, index: number): void {
    const { gl } = this,
      bytes = document.bufferBytes(kind, index);
    if (bytes === 0) return;
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    const pointer = document.bufferPointer(kind, index);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, document.core.HEAPF32, pointer >> 2, bytes >> 2);
  }

  /** Gives the buffer back when the model goes. */
  keepBuffer(buffer: WebGLBuffer): WebGLBuffer {
    this.#buffers.push(buffer);
    return buffer;
  }

  #keepTexture(texture: WebGLTexture): WebGLTexture {
    this.#textures.push(texture);
    return texture;
  }
}

function attribute(gl: WebGL2RenderingContext, location: number, buffer: WebGLBuffer, size: number): void {
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.enableVertexAttribArray(location);
  gl.vertexAttribPointer(location, size, gl.FLOAT, false, 0, 0);
}

function part(primitive: ReportPrimitive, report: Report, textures: ReadonlyMap<number, WebGLTexture>): Part {
  const { materials } = report.info,
    number = primitive.material ?? -1,
    material = materials[number];
  const at = material?.slots.findIndex(({ role, texture }) => role === 'diffuse' && texture !== null) ?? -1;
  const slot = material?.slots[at];
  const before = materials.slice(0, Math.max(0, number)).reduce((sum, { slots }) => sum + slots.length, 0);
  const texture = slot?.texture == null ? undefined : textures.get(slot.texture);
  const named = (wanted: string): ReportSlot | undefined =>
    material?.slots.find(({ role, texture: image }) => role === wanted && image !== null);
  const imageOf = (found?: ReportSlot): WebGLTexture | undefined =>
    found?.texture == null ? undefined : textures.get(found.texture);
  const normalMap = imageOf(named('normal')),
    specularMap = imageOf(named('specular')),
    glowing = named('emissive'),
    glowMap = imageOf(glowing);
  return {
    firstIndex: primitive.firstIndex,
    indexCount: primitive.indexCount,
    materialIndex: material ? number : -1,
    uvLayer: slot?.uvLayer ?? 0,
    slot: slot ? before + at : -1,
    twoChannels: normalMap !== undefined && hasTwoChannels(normalMap),
    glow: glowMap && glowing ? glowing.factor : 0,
    clamp: slot?.clamp ?? false,
    ...(specularMap && { specularMap }),
    ...(glowMap && { glowMap }),
    ...(material && { material }),
    ...(texture && { texture }),
    ...(normalMap && { normalMap }),
  };
}

/** Textures that hold directions, not colours. */
function normalMapsOf({ info }: Report): Set<number> {
  const roles = (wanted: boolean): number[] =>
    info.materials.flatMap(({ slots }) =>
      slots.flatMap(({ role, texture }) => (texture !== null && (role === 'normal') === wanted ? [texture] : [])),
    );
  const colors = new Set(roles(false));
  return new Set(roles(true).filter((texture) => !colors.has(texture)));
}
