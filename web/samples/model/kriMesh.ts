// A mesh for KRI scenes: vertices with normals, layers and weights, and the frames that the exporter makes of them.

import { type Quat, type Vec3, add, cross, dot, fromBasis, length, normalize, scale, sub } from './vec';

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
