// A document on the GPU. Arrays go from the wasm heap straight into buffers: nothing is copied on the way, no view
// outlives its statement (growth of the memory would empty it).

import { BufferKind } from '../../core/buffers';
import type { Document } from '../../core/document';
import type { HierarchyNode, Report, ReportMaterial, ReportPrimitive } from '../../core/report';
import type { SkinningPath } from '../messages';
import { edgesOf } from './edges';
import { Palette } from './palette';
import { uploadImage } from './texture';

const kInfluenceTextureWidth = 4096;

export interface Part {
  firstIndex: number;
  indexCount: number;
  material?: ReportMaterial;
  texture?: WebGLTexture;
  /** Offset and scale of texture coordinates. */
  uvTransform: [number, number, number, number];
}

/** A node with a mesh. */
export interface Instance {
  node: number;
  /** Skinned vertices come in file space; rigid ones in the node's. */
  skinned: boolean;
  hidden: boolean;
  vertexCount: number;
  parts: Part[];
  cpu: WebGLVertexArrayObject;
  gpu?: { vao: WebGLVertexArrayObject; influences: WebGLTexture; palette: Palette };
  edges?: { buffer: WebGLBuffer; count: number };
  indices: WebGLBuffer;
  positions: WebGLBuffer;
  normals: WebGLBuffer;
  runs?: WebGLBuffer;
  bindNormals?: WebGLBuffer;
}

export class GpuModel {
  readonly instances: Instance[] = [];
  private readonly buffers: WebGLBuffer[] = [];
  private readonly arrays: WebGLVertexArrayObject[] = [];
  private readonly textures: WebGLTexture[] = [];

  /** Leaves the document in its bind pose. `images` are decoded textures by index into the report's. */
  constructor(
    private readonly gl: WebGL2RenderingContext,
    document: Document,
    report: Report,
    images: ReadonlyMap<number, ImageBitmap>,
  ) {
    document.selectAction(-1);
    document.evaluate(0);
    const nodes = flatten(report.info.hierarchy);
    const textures = new Map<number, WebGLTexture>();
    for (const [index, image] of images) textures.set(index, this.keepTexture(uploadImage(gl, image)));
    for (let i = 0; i < document.instanceCount; ++i)
      this.instances.push(this.build(document, report, nodes, textures, i));
  }

  /** True where at least one mesh can take the path through the vertex shader. */
  get skinned(): boolean {
    return this.instances.some(({ gpu }) => gpu !== undefined);
  }

  /** Sends the pose the document was evaluated for. */
  upload(document: Document, path: SkinningPath): void {
    const { gl } = this;
    this.instances.forEach((instance, i) => {
      if (path === 'gpu' && instance.gpu) {
        instance.gpu.palette.upload(document);
      } else if (instance.skinned) {
        this.replace(document, instance.positions, BufferKind.Positions, i);
        this.replace(document, instance.normals, BufferKind.Normals, i);
      }
    });
    gl.bindBuffer(gl.ARRAY_BUFFER, null);
  }

  /** Edges of an instance as a line index, made on first use. */
  edges(document: Document, index: number): { buffer: WebGLBuffer; count: number } {
    const { gl } = this,
      instance = this.instances[index]!;
    if (!instance.edges) {
      const lines = edgesOf(document.indices(BufferKind.Indices, index));
      const buffer = this.keepBuffer(gl.createBuffer());
      gl.bindVertexArray(null);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, lines, gl.STATIC_DRAW);
      instance.edges = { buffer, count: lines.length };
    }
    return instance.edges;
  }

  dispose(): void {
    const { gl } = this;
    for (const { gpu } of this.instances) gpu?.palette.dispose();
    for (const array of this.arrays) gl.deleteVertexArray(array);
    for (const buffer of this.buffers) gl.deleteBuffer(buffer);
    for (const texture of this.textures) gl.deleteTexture(texture);
  }

  private build(
    document: Document,
    report: Report,
    nodes: readonly HierarchyNode[],
    textures: ReadonlyMap<number, WebGLTexture>,
    index: number,
  ): Instance {
    const { gl } = this,
      node = document.instanceNode(index),
      source = nodes[node];
    const mesh = source?.mesh === undefined ? undefined : report.info.meshes[source.mesh];
    const skinned = document.bufferBytes(BufferKind.InfluenceRuns, index) > 0;
    const dynamic = skinned ? gl.DYNAMIC_DRAW : gl.STATIC_DRAW;
    const indices = this.buffer(document, gl.ELEMENT_ARRAY_BUFFER, BufferKind.Indices, index, gl.STATIC_DRAW)!;
    const positions = this.buffer(document, gl.ARRAY_BUFFER, BufferKind.Positions, index, dynamic)!;
    const normals = this.buffer(document, gl.ARRAY_BUFFER, BufferKind.Normals, index, dynamic)!;
    const uv = this.buffer(document, gl.ARRAY_BUFFER, BufferKind.Uv, index, gl.STATIC_DRAW);
    const colors = this.buffer(document, gl.ARRAY_BUFFER, BufferKind.Colors, index, gl.STATIC_DRAW);
    const influences = skinned ? this.influenceTexture(document, index) : undefined;
    const runs = influences && this.buffer(document, gl.ARRAY_BUFFER, BufferKind.InfluenceRuns, index, gl.STATIC_DRAW);
    const bindNormals =
      influences && this.buffer(document, gl.ARRAY_BUFFER, BufferKind.BindNormals, index, gl.STATIC_DRAW);

    const shared = (): WebGLVertexArrayObject => {
      const array = gl.createVertexArray();
      this.arrays.push(array);
      gl.bindVertexArray(array);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices);
      if (uv) attribute(gl, 2, uv, 2);
      if (colors) {
        gl.bindBuffer(gl.ARRAY_BUFFER, colors);
        gl.enableVertexAttribArray(3);
        gl.vertexAttribPointer(3, 4, gl.UNSIGNED_BYTE, true, 0, 0);
      }
      return array;
    };

    const cpu = shared();
    attribute(gl, 0, positions, 3);
    attribute(gl, 1, normals, 3);
    const instance: Instance = {
      node,
      skinned,
      hidden: source?.hidden ?? false,
      vertexCount: document.bufferBytes(BufferKind.BindPositions, index) / 12,
      parts: (mesh?.primitives ?? []).map((primitive) => part(primitive, report, textures)),
      cpu,
      indices,
      positions,
      normals,
    };
    if (influences && runs && bindNormals) {
      const vao = shared();
      gl.bindBuffer(gl.ARRAY_BUFFER, runs);
      gl.enableVertexAttribArray(0);
      gl.vertexAttribIPointer(0, 2, gl.UNSIGNED_INT, 0, 0);
      attribute(gl, 1, bindNormals, 3);
      instance.gpu = { vao, influences, palette: new Palette(gl, document, index) };
      instance.runs = runs;
      instance.bindNormals = bindNormals;
    }
    gl.bindVertexArray(null);
    return instance;
  }

  private buffer(
    document: Document,
    target: number,
    kind: BufferKind,
    index: number,
    usage: number,
  ): WebGLBuffer | undefined {
    const { gl } = this,
      bytes = document.bufferBytes(kind, index);
    if (bytes === 0 && (kind === BufferKind.Uv || kind === BufferKind.Colors)) return undefined;
    const buffer = this.keepBuffer(gl.createBuffer());
    gl.bindBuffer(target, buffer);
    const pointer = document.bufferPointer(kind, index);
    if (bytes > 0) gl.bufferData(target, document.core.HEAPU8, usage, pointer, bytes);
    return buffer;
  }

  private replace(document: Document, buffer: WebGLBuffer, kind: BufferKind, index: number): void {
    const { gl } = this,
      bytes = document.bufferBytes(kind, index);
    if (bytes === 0) return;
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    const pointer = document.bufferPointer(kind, index);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, document.core.HEAPF32, pointer >> 2, bytes >> 2);
  }

  /** Two texels per influence; undefined when there are too many for this GPU. */
  private influenceTexture(document: Document, index: number): WebGLTexture | undefined {
    const { gl } = this,
      floats = document.bufferBytes(BufferKind.Influences, index) >> 2,
      texels = floats / 4;
    const rows = Math.ceil(texels / kInfluenceTextureWidth),
      full = Math.floor(texels / kInfluenceTextureWidth);
    if (texels === 0 || rows > (gl.getParameter(gl.MAX_TEXTURE_SIZE) as number)) return undefined;
    const texture = this.keepTexture(gl.createTexture());
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32F, kInfluenceTextureWidth, rows);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    const first = document.bufferPointer(BufferKind.Influences, index) >> 2,
      heap = document.core.HEAPF32;
    const rest = texels - full * kInfluenceTextureWidth,
      restFirst = first + full * kInfluenceTextureWidth * 4;
    if (full > 0)
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, kInfluenceTextureWidth, full, gl.RGBA, gl.FLOAT, heap, first);
    if (rest > 0) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, full, rest, 1, gl.RGBA, gl.FLOAT, heap, restFirst);
    return texture;
  }

  private keepBuffer(buffer: WebGLBuffer): WebGLBuffer {
    this.buffers.push(buffer);
    return buffer;
  }

  private keepTexture(texture: WebGLTexture): WebGLTexture {
    this.textures.push(texture);
    return texture;
  }
}

function attribute(gl: WebGL2RenderingContext, location: number, buffer: WebGLBuffer, size: number): void {
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.enableVertexAttribArray(location);
  gl.vertexAttribPointer(location, size, gl.FLOAT, false, 0, 0);
}

function part(primitive: ReportPrimitive, report: Report, textures: ReadonlyMap<number, WebGLTexture>): Part {
  const material = primitive.material === null ? undefined : report.info.materials[primitive.material];
  const slot = material?.slots.find(({ role, texture }) => role === 'diffuse' && texture !== null);
  const [ou, ov] = slot?.offset ?? [0, 0],
    [su, sv] = slot?.scale ?? [1, 1];
  const bottom = report.info.axes.uvOrigin === 'bottom';
  const texture = slot?.texture == null ? undefined : textures.get(slot.texture);
  return {
    firstIndex: primitive.firstIndex,
    indexCount: primitive.indexCount,
    uvTransform: bottom ? [ou, 1 - ov, su, -sv] : [ou, ov, su, sv],
    ...(material && { material }),
    ...(texture && { texture }),
  };
}

/** Nodes by their index. */
export function flatten(hierarchy: readonly HierarchyNode[]): HierarchyNode[] {
  const nodes: HierarchyNode[] = [],
    open = [...hierarchy];
  for (let node = open.pop(); node; node = open.pop()) {
    nodes[node.index] = node;
    open.push(...node.children);
  }
  return nodes;
}
