/** Buffers of a document; the numbers are BufferKind of native/session/buffers.h. */
export const BufferKind = {
  NodeMatrices: 0,
  Positions: 1,
  Normals: 2,
  Tangents: 3,
  Indices: 4,
  Uv: 5,
  Colors: 6,
  Influences: 7,
  InfluenceRuns: 8,
  Palette: 9,
  BindPositions: 10,
  BindNormals: 11,
  Materials: 12,
  TextureSlots: 13,
  Lights: 14,
  Cameras: 15,
  ShapeValues: 16,
  ParticleSystems: 17,
  Particles: 18,
  NodeTransforms: 19,
} as const;
export type BufferKind = (typeof BufferKind)[keyof typeof BufferKind];
