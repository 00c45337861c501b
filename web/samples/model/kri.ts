// Writes KRI scenes as the last exporter did (November 2011): materials first, then objects, each followed by what
// belongs to it; meshes are vertices with normals, layers and weights, and the frames that the exporter makes of them. Z is
// up, -y the front, angles are radians, times seconds.

import { Bytes } from './bytes';
import { add, cross, dot, fromBasis, length, normalize, type Quat, scale, sub, type Vec3 } from './vec';

export interface KriVertex {
  position: Vec3;
  normal: Vec3;
  uv: readonly (readonly [number, number])[];
  colors: readonly Vec3[];
  weights: readonly { bone: number; weight: number }[];
}

export class KriMesh {
  readonly vertices: KriVertex[] = [];
  readonly shapes: { name: string; value: number; positions: Vec3[] }[] = [];
  private readonly triangles: { corners: [number, number, number]; material: string }[] = [];

  constructor(
    readonly uvLayers: readonly string[] = [],
    readonly colorLayers: readonly string[] = [],
  ) {}

  vertex(position: Vec3, more: Partial<Omit<KriVertex, 'position'>> = {}): number {
    return this.vertices.push({ position, normal: [0, 0, 0], uv: [], colors: [], weights: [], ...more }) - 1;
  }

  triangle(material: string, a: number, b: number, c: number): void {
    this.triangles.push({ corners: [a, b, c], material });
  }

  quad(material: string, a: number, b: number, c: number, d: number): void {
    this.triangle(material, a, b, c);
    this.triangle(material, a, c, d);
  }

  /** A flat polygon with corners of its own, counter-clockwise from outside; UVs in the order of the corners. */
  face(
    material: string,
    corners: readonly Vec3[],
    more: Partial<KriVertex> = {},
    uvs?: readonly [number, number][],
  ): void {
    const [a, b, c] = corners as [Vec3, Vec3, Vec3],
      normal = normalize(cross(sub(b, a), sub(c, a)));
    const numbers = corners.map((p, i) => this.vertex(p, { normal, ...more, ...(uvs && { uv: [uvs[i]!] }) }));
    for (let i = 2; i < numbers.length; ++i) this.triangle(material, numbers[0]!, numbers[i - 1]!, numbers[i]!);
  }

  /** Area-weighted normals for every vertex that was given none. Vertices of one position share them. */
  smoothNormals(): void {
    const key = (p: Vec3): string => p.map((c) => c.toFixed(5)).join();
    const sums = new Map<string, Vec3>();
    for (const { corners } of this.triangles) {
      const [a, b, c] = corners.map((i) => this.vertices[i]!.position) as [Vec3, Vec3, Vec3],
        n = cross(sub(b, a), sub(c, a));
      for (const p of [a, b, c]) sums.set(key(p), add(sums.get(key(p)) ?? [0, 0, 0], n));
    }
    for (const vertex of this.vertices)
      if (length(vertex.normal) === 0) vertex.normal = normalize(sums.get(key(vertex.position)) ?? [0, 0, 1]);
  }

  /** Triangles by material, in the order in which the materials first came. */
  spans(): { material: string; triangles: [number, number, number][] }[] {
    const names = [...new Set(this.triangles.map(({ material }) => material))];
    return names.map((material) => ({
      material,
      triangles: this.triangles.filter((t) => t.material === material).map(({ corners }) => corners),
    }));
  }

  /**
   * The exporter's steps: tangents of the triangles, averaged by (0.1 + squared double area), orthonormal frames,
   * quaternions; then signs, so that no triangle mixes the two halves of the sphere. A mesh that would need divided
   * faces is refused: samples are built so that they need none.
   */
  frames(): { quaternions: Quat[]; hands: number[] } {
    const hands = this.vertices.map(() => 0);
    if (this.uvLayers.length === 0) return { quaternions: [], hands };
    const sums = this.vertices.map((): Vec3 => [0, 0, 0]);
    for (const { corners } of this.triangles) {
      const [a, b, c] = corners.map((i) => this.vertices[i]!) as [KriVertex, KriVertex, KriVertex];
      const [e1, e2] = [sub(b.position, a.position), sub(c.position, a.position)],
        area = cross(e1, e2);
      const [ua, ub, uc] = [a.uv[0]!, b.uv[0]!, c.uv[0]!];
      const [s1, t1, s2, t2] = [ub[0] - ua[0], ub[1] - ua[1], uc[0] - ua[0], uc[1] - ua[1]];
      const tangent = sub(scale(e1, t2), scale(e2, t1));
      if (length(tangent) === 0 || length(area) === 0) continue;
      const hand = dot(cross(tangent, sub(scale(e2, s1), scale(e1, s2))), area) < 0 ? -1 : 1;
      const along = scale(normalize(tangent), 0.1 + dot(area, area));
      for (const i of corners) {
        sums[i] = add(sums[i]!, along);
        if (hands[i] === -hand) throw new Error('a vertex serves mirrored and plain coordinates');
        hands[i] = hand;
      }
    }
    const quaternions = this.vertices.map(({ normal }, i): Quat => {
      if (length(sums[i]!) === 0) return [0, 0, 1, 0];
      // The sum points against the texture's u where that is mirrored; the frame never does.
      const bit = normalize(cross(normal, scale(sums[i]!, hands[i]!)));
      return fromBasis(cross(bit, normal), bit, normal);
    });
    this.alignSigns(quaternions);
    return { quaternions, hands };
  }

  private alignSigns(quaternions: Quat[]): void {
    const product = (a: number, b: number): number =>
      quaternions[a]!.reduce((sum, c, i) => sum + c * quaternions[b]![i]!, 0);
    const neighbours = this.vertices.map((): number[] => []);
    for (const { corners } of this.triangles)
      corners.forEach((a, i) => neighbours[a]!.push(corners[(i + 1) % 3]!, corners[(i + 2) % 3]!));
    const done = this.vertices.map(() => false);
    this.vertices.forEach((_, start) => {
      for (let open = done[start] ? [] : [start]; open.length > 0;) {
        const a = open.shift()!;
        done[a] = true;
        for (const b of neighbours[a]!) {
          if (done[b]) continue;
          done[b] = true;
          if (product(a, b) < 0) quaternions[b] = quaternions[b]!.map((c) => -c) as unknown as Quat;
          open.push(b);
        }
      }
    });
    for (const { corners } of this.triangles)
      corners.forEach((a, i) => {
        if (product(a, corners[(i + 1) % 3]!) < 0) throw new Error('a triangle mixes quaternions');
      });
  }
}

/** Keys of one value with `size` components; handles are values without times, by default the key's own. */
export interface KriCurve {
  path: string;
  /** 0 = the object itself, else a bone, texture slot or shape key counted from 1. */
  element?: number;
  linear?: boolean;
  keys: { time: number; value: readonly number[]; left?: readonly number[]; right?: readonly number[] }[];
}

export interface KriAction {
  name: string;
  length: number;
  curves: KriCurve[];
}

interface KriTexture {
  target: 'color_diffuse' | 'normal';
  path: string;
  layer?: number;
}

export interface KriMaterial {
  name: string;
  diffuse: Vec3;
  alpha?: number;
  emit?: number;
  shadeless?: boolean;
  specular?: number;
  hardness?: number;
  halo?: { size: number; add: number };
  textures?: KriTexture[];
  actions?: KriAction[];
}

export interface KriBone {
  name: string;
  /** 0 = the armature, else 1 + index. */
  parent: number;
  at: Vec3;
  rotation: Quat;
}

interface KriParticles {
  name: string;
  material: string;
  count: number;
  start: number;
  end: number;
  lifetime: number;
  lifetimeRandom: number;
  aligned: Vec3;
  normal: number;
  random: number;
  size: number;
  sizeRandom: number;
}

export interface KriObject {
  name: string;
  parent?: string;
  at?: Vec3;
  rotation?: Quat;
  /** Actions of the node itself. */
  actions?: KriAction[];
  mesh?: KriMesh;
  bones?: KriBone[];
  lamp?: {
    type: 'POINT' | 'SUN' | 'SPOT';
    color: Vec3;
    attenuation: readonly [number, number, number, number];
    near: number;
    far: number;
    angle?: number;
    blend?: number;
  };
  camera?: { active: boolean; near: number; far: number; fov: number };
  /** Actions of its mesh, bones, light or camera. */
  dataActions?: KriAction[];
  particles?: KriParticles[];
}

class Chunks {
  readonly out = new Bytes();

  chunk(name: string, fill: (payload: Bytes) => void): void {
    const payload = new Bytes();
    fill(payload);
    this.out.padded(name, 8).u32(payload.length).append(payload);
  }
}

const text = (payload: Bytes, value: string): Bytes => payload.u8(value.length).ascii(value);
const color = (payload: Bytes, [r, g, b]: Vec3): Bytes => payload.u8(...[r, g, b].map((c) => Math.trunc(255 * c)));

export function writeKri(materials: readonly KriMaterial[], objects: readonly KriObject[]): Uint8Array {
  const chunks = new Chunks();
  chunks.chunk('kri', (p) => p.u8(3));
  for (const material of materials) writeMaterial(chunks, material);
  for (const object of objects) writeObject(chunks, object);
  return chunks.out.done();
}

function writeMaterial(chunks: Chunks, material: KriMaterial): void {
  const { name, diffuse, alpha = 1, emit = 0, shadeless = false, specular = 0.3, hardness = 30, halo } = material;
  chunks.chunk('mat', (p) => text(p, name).u8(shadeless ? 1 : 0, 0));
  if (halo) chunks.chunk('m_halo', (p) => p.f32(halo.size, 50, halo.add).u8(0));
  else chunks.chunk('m_surf', (p) => p.u8(shadeless ? 1 : 0).f32(0.5, 1, 0));
  chunks.chunk('m_diff', (p) => text(color(p, diffuse).f32(alpha, 1, emit), halo ? '' : 'LAMBERT'));
  if (!halo) chunks.chunk('m_spec', (p) => text(color(p, [1, 1, 1]).f32(1, specular, hardness), 'PHONG'));
  for (const { target, path, layer = 0 } of material.textures ?? []) {
    chunks.chunk('unit', (p) => text(text(text(text(p, target).f32(1), ''), 'UV'), 'FLAT').u8(layer));
    chunks.chunk('u_apply', (p) => color(text(text(p.u8(1), 'MIX'), 'TANGENT').u8(0, 0, 0), [1, 0, 1]).f32(1));
    chunks.chunk('t_map', (p) => p.f32(0, 0, 0, 1, 1, 1));
    chunks.chunk('t_color', (p) => p.f32(1, 1, 1, 1, 1, 1));
    chunks.chunk('t_path', (p) => text(p, path).u8(target === 'normal' ? 1 : 0));
    chunks.chunk('t_samp', (p) => text(p, 'REPEAT').u8(1, 1));
  }
  for (const action of material.actions ?? []) writeAction(chunks, action);
}

function writeObject(chunks: Chunks, object: KriObject): void {
  const { name, parent = '', at = [0, 0, 0], rotation = [0, 0, 0, 1], mesh, bones, lamp, camera } = object;
  chunks.chunk('node', (p) => text(text(p, name), parent).f32(...at, 1, ...rotation));
  for (const action of object.actions ?? []) writeAction(chunks, action);
  if (mesh) writeMesh(chunks, mesh);
  if (bones) {
    chunks.chunk('skel', (p) => {
      p.u8(bones.length);
      for (const bone of bones)
        text(p, bone.name)
          .u8(bone.parent)
          .f32(...bone.at, 1, ...bone.rotation);
    });
  }
  if (lamp) {
    chunks.chunk('lamp', (p) =>
      text(color(p, lamp.color).f32(...lamp.attenuation), lamp.type).f32(
        lamp.near,
        lamp.far,
        lamp.angle ?? 0,
        lamp.blend ?? 0,
      ),
    );
  }
  if (camera) chunks.chunk('cam', (p) => p.u8(camera.active ? 1 : 0).f32(camera.near, camera.far, camera.fov));
  for (const action of object.dataActions ?? []) writeAction(chunks, action);
  for (const particles of object.particles ?? []) writeParticles(chunks, particles);
}

function writeMesh(chunks: Chunks, mesh: KriMesh): void {
  const { vertices, shapes, uvLayers, colorLayers } = mesh;
  const { quaternions, hands } = mesh.frames();
  chunks.chunk('mesh', (p) => p.u16(vertices.length));
  chunks.chunk('v_pos', (p) => vertices.forEach(({ position }, i) => p.f32(...position, hands[i] ?? 0)));
  chunks.chunk('v_nor', (p) => vertices.forEach(({ normal }) => p.f32(...normal)));
  if (uvLayers.length > 0) chunks.chunk('v_quat', (p) => quaternions.forEach((q) => p.f32(...q)));
  uvLayers.forEach((layer, i) =>
    chunks.chunk('v_uv', (p) => {
      text(p, layer);
      for (const { uv } of vertices) p.f32(...(uv[i] ?? [0, 0]));
    }),
  );
  colorLayers.forEach((layer, i) =>
    chunks.chunk('v_color', (p) => {
      text(p, layer);
      for (const { colors } of vertices) color(p, colors[i] ?? [1, 1, 1]);
    }),
  );
  const spans = mesh.spans();
  chunks.chunk('v_ind', (p) => {
    p.u16(spans.reduce((sum, { triangles }) => sum + triangles.length, 0));
    for (const { triangles } of spans) for (const triangle of triangles) p.u16(...triangle);
  });
  chunks.chunk('entity', (p) => {
    for (const { material, triangles } of spans) text(p.u16(triangles.length), material);
    p.u16(0);
  });
  shapes.forEach((shape, i) =>
    chunks.chunk('v_shape', (p) => {
      text(p, shape.name).u8(0).f32(shape.value);
      for (const position of i === 0 ? vertices.map((v) => v.position) : shape.positions) p.f32(...position);
    }),
  );
  if (vertices.some(({ weights }) => weights.length > 0)) {
    chunks.chunk('v_skin', (p) => {
      for (const { weights } of vertices) p.u8(...fourPairs(weights));
    });
  }
}

/** (weight, bone) four times; weights are bytes that sum to 255, bone 0 is the mesh object itself. */
function fourPairs(weights: readonly { bone: number; weight: number }[]): number[] {
  const top = [...weights].sort((a, b) => b.weight - a.weight).slice(0, 4),
    sum = top.reduce((total, { weight }) => total + weight, 0);
  let left = 255;
  const pairs = top.flatMap(({ bone, weight }, i) => {
    const byte = i === top.length - 1 ? left : Math.min(left, Math.trunc((255 * weight) / sum + 0.5));
    left -= byte;
    return [byte, bone];
  });
  while (pairs.length < 8) pairs.push(pairs.length === 0 ? 255 : 0, 0);
  return pairs;
}

function writeAction(chunks: Chunks, { name, length, curves }: KriAction): void {
  chunks.chunk('action', (p) => text(p, name).f32(length));
  for (const { path, element = 0, linear = false, keys } of curves) {
    chunks.chunk('curve', (p) => {
      text(p, path)
        .u8(keys[0]?.value.length ?? 0, element)
        .u16(keys.length)
        .u8(linear ? 1 : 0);
      for (const { time, value, left = value, right = value } of keys) p.f32(time, ...value, ...left, ...right);
    });
  }
}

function writeParticles(chunks: Chunks, it: KriParticles): void {
  chunks.chunk('part', (p) => text(text(p.u32(it.count), it.name), it.material));
  chunks.chunk('p_life', (p) => p.f32(it.start, it.end, it.lifetime, it.lifetimeRandom));
  chunks.chunk('p_vel', (p) => p.f32(...it.aligned, it.normal, 0, 0, 0, it.random));
  chunks.chunk('p_dist', (p) => text(text(p, 'FACE'), 'JIT').f32(1));
  chunks.chunk('p_rot', (p) => text(p, 'NONE').f32(0));
  chunks.chunk('p_phys', (p) => p.f32(it.size, it.sizeRandom, 0, 0, 0));
}
