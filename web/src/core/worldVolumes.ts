// Shadow volumes of a world's frame, as views into the core's memory.

import type { CoreModule, CoreWorld } from './core';

/** The shadow that one light has from one job: a closed surface whose points may lie at infinity, for depth-fail counting. */
export interface WorldVolume {
  /** Index of its shadow entry in the list `paint` of the report; null in fake lighting, which has no list. */
  entry: number | null;
  /** Index in `jobs` of the report. */
  job: number;
  /** Rank of the light. */
  light: number;
  /** The caster in its pose. The number changes whenever the points do; volumes of several lights share them. */
  caster: number;
  /**
   * Four numbers per point, in the job's own space: x, y, z, w. With m = `matrix` * (x, y, z, 1), a point of w = 1 lies at
   * m, one of w = 0 at infinity in the direction m - `at`.
   */
  points: Float32Array;
  /** Number of the indices: others have another one. They stay while the light sees the same of the caster. */
  volume: number;
  /** Triangles, counter-clockwise from outside, the near caps first. */
  indices: Uint32Array;
  nearIndices: number;
  /** 16 numbers, column by column: world space from the job's own. */
  matrix: Float32Array;
  /** The light, world space. */
  at: Float32Array;
}

const kWords = 10;
const kPlaces = 20;
const kNoEntry = 0xffffffff;
type Row = [number, number, number, number, number, number, number, number, number, number];

/** The `count` rows that the core has made. */
export function volumesOf(core: CoreModule, world: CoreWorld, count: number): WorldVolume[] {
  const { buffer } = core.HEAPU8,
    rows = new Uint32Array(buffer, world.volumeRows(), count * kWords),
    places = new Float32Array(buffer, world.volumePlaces(), count * kPlaces);
  return Array.from({ length: count }, (_, i) => {
    const row = Array.from(rows.subarray(i * kWords, (i + 1) * kWords)) as Row;
    const [entry, job, light, caster, points, pointCount, volume, indices, indexCount, nearIndices] = row;
    const place = places.subarray(i * kPlaces, (i + 1) * kPlaces);
    return {
      entry: entry === kNoEntry ? null : entry,
      job,
      light,
      caster,
      points: new Float32Array(buffer, points, pointCount * 4),
      volume,
      indices: new Uint32Array(buffer, indices, indexCount),
      nearIndices,
      matrix: place.subarray(0, 16),
      at: place.subarray(16, 19),
    };
  });
}

/** Shadow volumes of one light in one pass: all volumes of a frame laid together, so that each list is one draw call. */
export interface WorldShadows {
  pass: number;
  /** Rank of the light. */
  rank: number;
  /** Another number: the lists below are others. */
  version: number;
  /** 20 bytes per point: x, y, z, w as for volumes, then a u32: the job, and bit 31 where the point is of a near cap. */
  points: Uint8Array;
  indices: Uint32Array;
  /** Per volume, in the order of the list `paint`: behind its last index. */
  ends: Uint32Array;
}

const kShadowWords = 9;
const kPointBytes = 20;

/** The `count` lists that the core has made. */
export function shadowsOf(core: CoreModule, world: CoreWorld, count: number): WorldShadows[] {
  const { buffer } = core.HEAPU8,
    words = new Uint32Array(buffer, world.shadowRows(), count * kShadowWords);
  return Array.from({ length: count }, (_, i) => {
    const [pass, rank, version, points, pointCount, indices, indexCount, ends, endCount] = words.subarray(
      i * kShadowWords,
      (i + 1) * kShadowWords,
    ) as unknown as Row;
    return {
      pass,
      rank,
      version,
      points: new Uint8Array(buffer, points, pointCount * kPointBytes),
      indices: new Uint32Array(buffer, indices, indexCount),
      ends: new Uint32Array(buffer, ends, endCount),
    };
  });
}
