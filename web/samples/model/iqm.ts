// A writer of Inter-Quake Models, version 2: z up, faces clockwise seen from outside, v downwards. Channels of poses are
// kept as 16 bits between their least and greatest value; what never changes is kept once.

import { Bytes } from './bytes';
import type { Mesh } from './mesh';
import type { Quat, Vec3 } from './vec';

/** Relative to the parent. */
export interface IqmTransform {
  translate: Vec3;
  rotate: Quat;
  scale: Vec3;
}
export interface IqmJoint extends IqmTransform {
  name: string;
  parent: number;
}
export interface IqmAction {
  name: string;
  rate: number;
  loop: boolean;
  /** A transform for every joint. */
  frames: readonly IqmTransform[][];
}

const kHeaderBytes = 124;
const kSteps = 65535;

const numbersOf = ({ translate, rotate, scale }: IqmTransform): number[] => [...translate, ...rotate, ...scale];

/** The text part, which begins with the empty name. */
class Names {
  readonly bytes = new Bytes().u8(0);
  private readonly known = new Map<string, number>([['', 0]]);

  at(name: string): number {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const at = this.bytes.length;
    this.known.set(name, at);
    this.bytes.ascii(name).u8(0);
    return at;
  }
}

/** Up to four influences, in shares of 255 that sum to it. */
function blend({ influences }: Mesh['vertices'][number]): { joints: number[]; weights: number[] } {
  const weights = influences.map(({ weight }) => Math.round(weight * 255));
  weights[0]! += 255 - weights.reduce((sum, weight) => sum + weight, 0);
  const four = (numbers: readonly number[]): number[] => [0, 1, 2, 3].map((i) => numbers[i] ?? 0);
  return { joints: four(influences.map(({ joint }) => joint)), weights: four(weights) };
}

/** `normals`: one for each vertex of each mesh, in their order. */
export function writeIqm(
  joints: readonly IqmJoint[],
  meshes: readonly Mesh[],
  normals: readonly Vec3[],
  actions: readonly IqmAction[],
  comment: string,
): Uint8Array {
  const names = new Names(),
    vertices = meshes.flatMap((mesh) => mesh.vertices),
    frames = actions.flatMap((action) => action.frames);

  const channels = joints.map((_, j) =>
    numbersOf(joints[j]!).map((_, c) => {
      const values = frames.map((frame) => numbersOf(frame[j]!)[c]!);
      const least = Math.min(...values),
        step = (Math.max(...values) - least) / kSteps;
      return { least, step };
    }),
  );
  const animated = channels.map((list) => list.map(({ step }, c) => (step > 1e-12 ? 1 << c : 0)));

  const meshRows = new Bytes(),
    triangles = new Bytes();
  let firstVertex = 0,
    firstTriangle = 0;
  for (const mesh of meshes) {
    meshRows.u32(names.at(mesh.name), names.at(mesh.material), firstVertex, mesh.vertices.length);
    meshRows.u32(firstTriangle, mesh.triangles.length);
    for (const corners of mesh.triangles) triangles.u32(...corners.map((corner) => corner + firstVertex));
    firstVertex += mesh.vertices.length;
    firstTriangle += mesh.triangles.length;
  }

  const jointRows = new Bytes(),
    poseRows = new Bytes();
  joints.forEach((joint, j) => {
    jointRows.u32(names.at(joint.name), joint.parent >>> 0).f32(...numbersOf(joint));
    poseRows.u32(
      joint.parent >>> 0,
      animated[j]!.reduce((mask, bit) => mask | bit, 0),
    );
    poseRows.f32(...channels[j]!.map(({ least }) => least), ...channels[j]!.map(({ step }) => step));
  });

  const actionRows = new Bytes(),
    frameRows = new Bytes();
  let firstFrame = 0;
  for (const { name, rate, loop, frames: own } of actions) {
    actionRows.u32(names.at(name), firstFrame, own.length).f32(rate).u32(Number(loop));
    firstFrame += own.length;
  }
  for (const frame of frames)
    frame.forEach((transform, j) =>
      numbersOf(transform).forEach((value, c) => {
        const { least, step } = channels[j]![c]!;
        if (animated[j]![c]) frameRows.u16(Math.round((value - least) / step));
      }),
    );

  const blends = vertices.map(blend);
  const arrays: [type: number, format: number, size: number, data: Bytes][] = [
    [0, 7, 3, vertices.reduce((out, { position }) => out.f32(...position), new Bytes())],
    [1, 7, 2, vertices.reduce((out, { uv }) => out.f32(...uv), new Bytes())],
    [2, 7, 3, normals.reduce((out, normal) => out.f32(...normal), new Bytes())],
    [4, 1, 4, blends.reduce((out, each) => out.u8(...each.joints), new Bytes())],
    [5, 1, 4, blends.reduce((out, each) => out.u8(...each.weights), new Bytes())],
  ];
  while (names.bytes.length % 4 !== 0) names.bytes.u8(0);

  // The parts in the order of the header.
  const body = new Bytes();
  const place = (part: Bytes): number => {
    const at = kHeaderBytes + body.length;
    body.append(part);
    while (body.length % 4 !== 0) body.u8(0);
    return part.length === 0 ? 0 : at;
  };
  const textAt = place(names.bytes),
    meshesAt = place(meshRows),
    arraysAt = kHeaderBytes + body.length;
  let dataAt = arraysAt + 20 * arrays.length;
  for (const [type, format, size, data] of arrays) {
    body.u32(type, 0, format, size, dataAt);
    dataAt += data.length;
  }
  for (const [, , , data] of arrays) place(data);
  const trianglesAt = place(triangles),
    jointsAt = place(jointRows),
    posesAt = place(poseRows),
    actionsAt = place(actionRows),
    framesAt = place(frameRows),
    words = new Bytes().ascii(comment).u8(0),
    commentAt = place(words);

  const head = new Bytes().padded('INTERQUAKEMODEL', 16).u32(2, kHeaderBytes + body.length, 0);
  head.u32(names.bytes.length, textAt, meshes.length, meshesAt, arrays.length, vertices.length, arraysAt);
  head.u32(firstTriangle, trianglesAt, 0, joints.length, jointsAt, joints.length, posesAt, actions.length, actionsAt);
  head.u32(frames.length, animated.flat().filter(Boolean).length, framesAt, 0, words.length, commentAt, 0, 0);
  return head.append(body).done();
}
