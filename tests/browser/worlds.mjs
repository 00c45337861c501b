// World documents that several suites open.

/** A room whose wall changes its colour; `more` adds to the document. */
export const roomWorld = (more = {}) => ({
  kind: 'vitrine-world',
  version: 1,
  materials: { wall: { color: { value: [1, 0.6, 0.4], anim: { b: 'sin(TIME)' } } } },
  meshes: { hall: { material: 'wall', boxes: [{ min: [-3, 0, -3], max: [3, 3, 3] }] } },
  scenes: { room: { op: 'add', in: ['hall'] } },
  camera: { at: [0, 1.5, 2.5], dir: [0, -0.3, -1], fov: 70 },
  ...more,
});
