// Small files with one thing each that readers take differently: valid, and what they show is told by the specification alone.

import { Chunk, glb } from './gltf.mjs';

const floats = (values) => Float32Array.from(values.flat());
const turn = (degrees) => [0, 0, Math.sin((degrees * Math.PI) / 360), Math.cos((degrees * Math.PI) / 360)];

/** A quad of 1 x 1; `nodes` carry it, `tracks` are the channels, of one action or of those that they name. */
export function quads(nodes, tracks, { targets, weights, names, extra = {} } = {}) {
  const chunk = new Chunk();
  const corners = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
  const primitive = {
    attributes: { POSITION: chunk.add(floats(corners), 'VEC3', { min: [0, 0, 0], max: [1, 1, 0] }) },
    indices: chunk.add(Uint16Array.of(0, 1, 2, 0, 2, 3), 'SCALAR'),
  };
  if (targets) {
    primitive.targets = targets.map((offset) => {
      const moved = corners.map((_, i) => offset[i % 3]);
      return { POSITION: chunk.add(floats(moved), 'VEC3', { min: offset, max: offset }) };
    });
  }
  const animations = new Map();
  for (const { node, path, times, values, interpolation, action = 'move' } of tracks) {
    if (!animations.has(action)) animations.set(action, { name: action, samplers: [], channels: [] });
    const { samplers, channels } = animations.get(action);
    const input = chunk.add(floats(times), 'SCALAR', { min: [times[0]], max: [times.at(-1)] }),
      type = path === 'weights' ? 'SCALAR' : path === 'rotation' ? 'VEC4' : 'VEC3';
    samplers.push({ input, output: chunk.add(floats(values), type), ...(interpolation && { interpolation }) });
    channels.push({ sampler: samplers.length - 1, target: { node, path } });
  }
  const inner = new Set(nodes.flatMap(({ children = [] }) => children));
  return glb(
    {
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: nodes.flatMap((_, i) => (inner.has(i) ? [] : [i])) }],
      nodes,
      meshes: [
        { primitives: [primitive], ...(weights && { weights }), ...(names && { extras: { targetNames: names } }) },
      ],
      ...(tracks.length > 0 && { animations: [...animations.values()] }),
      ...extra,
      ...chunk.members,
    },
    chunk.bytes,
  );
}

const still = { name: 'still', mesh: 0, translation: [3, 0, 0] };
const cubic = { interpolation: 'CUBICSPLINE' };

/** Two joints of one name below different parents, each with its own half of four vertices. */
function twinJoints() {
  const chunk = new Chunk();
  const attributes = {
    POSITION: chunk.add(floats([0, 0, 0, 1, 0, 0, 4, 0, 0, 5, 1, 0]), 'VEC3', { min: [0, 0, 0], max: [5, 1, 0] }),
    JOINTS_0: chunk.add(Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]), 'VEC4'),
    WEIGHTS_0: chunk.add(floats([0, 1, 2, 3].map(() => [1, 0, 0, 0])), 'VEC4'),
  };
  const indices = chunk.add(Uint16Array.of(0, 1, 2, 1, 2, 3), 'SCALAR');
  const inverseBindMatrices = chunk.add(
    floats([
      [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
      [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -4, 0, 0, 1],
    ]),
    'MAT4',
  );
  const input = chunk.add(floats([0, 1]), 'SCALAR', { min: [0], max: [1] });
  const samplers = [40, -40].map((degrees) => ({ input, output: chunk.add(floats([turn(0), turn(degrees)]), 'VEC4') }));
  return glb(
    {
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: [0, 1] }],
      nodes: [
        { name: 'body', mesh: 0, skin: 0 },
        { name: 'root', children: [2, 3] },
        { name: 'left', children: [4] },
        { name: 'right', children: [5], translation: [4, 0, 0] },
        { name: 'hand' },
        { name: 'hand' },
      ],
      meshes: [{ primitives: [{ attributes, indices }] }],
      skins: [{ joints: [4, 5], inverseBindMatrices }],
      animations: [
        {
          name: 'move',
          samplers,
          channels: [4, 5].map((node, sampler) => ({ sampler, target: { node, path: 'rotation' } })),
        },
      ],
      ...chunk.members,
    },
    chunk.bytes,
  );
}

/** [{ name, what, bytes }] */
export const madeCases = () => [
  {
    name: 'step',
    what: 'STEP',
    bytes: quads([{ name: 'a', mesh: 0 }, still], [
      { node: 0, path: 'translation', times: [0, 0.37, 1], values: [[0, 0, 0], [0, 1, 0], [0, 2, 0]], interpolation: 'STEP' },
      { node: 0, path: 'rotation', times: [0, 0.61, 1], values: [turn(0), turn(60), turn(120)], interpolation: 'STEP' },
    ]), // prettier-ignore
  },
  {
    name: 'cubic',
    what: 'CUBICSPLINE of a translation',
    bytes: quads([{ name: 'a', mesh: 0 }, still], [
      { node: 0, path: 'translation', times: [0, 0.5, 2], ...cubic,
        values: [[0, 0, 0], [0, 0, 0], [0, 4, 0], [0, -2, 0], [0, 1, 0], [0, 3, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]] },
    ]), // prettier-ignore
  },
  {
    name: 'cubic_rotation',
    what: 'CUBICSPLINE of a rotation',
    bytes: quads([{ name: 'a', mesh: 0 }, still], [
      { node: 0, path: 'rotation', times: [0, 1], ...cubic, values: [[0, 0, 0, 0], turn(0), [0, 0, 2, 0], [0, 0, -1, 0.5], turn(90), [0, 0, 0, 0]] },
    ]), // prettier-ignore
  },
  {
    name: 'mixed',
    what: 'STEP and LINEAR on one node',
    bytes: quads(
      [{ name: 'a', mesh: 0 }, still],
      [
        {
          node: 0,
          path: 'translation',
          times: [0, 1],
          values: [
            [0, 0, 0],
            [0, 2, 0],
          ],
        },
        { node: 0, path: 'rotation', times: [0, 0.5, 1], values: [turn(0), turn(90), turn(90)], interpolation: 'STEP' },
      ],
    ),
  },
  {
    name: 'wide_arc',
    what: 'LINEAR rotation by 170 degrees between two keys',
    bytes: quads(
      [{ name: 'a', mesh: 0 }, still],
      [{ node: 0, path: 'rotation', times: [0, 1], values: [turn(0), turn(170)] }],
    ),
  },
  {
    name: 'morph',
    what: 'weights of two targets, LINEAR',
    bytes: quads(
      [{ name: 'a', mesh: 0 }],
      [{ node: 0, path: 'weights', times: [0, 0.5, 1], values: [[0, 0], [1, 0.25], [0.5, 1]] }],
      { targets: [[0, 1, 0], [0, 0, 2]], weights: [0, 0], names: ['up', 'out'] },
    ), // prettier-ignore
  },
  {
    name: 'morph_step',
    what: 'weights of two targets, STEP',
    bytes: quads(
      [{ name: 'a', mesh: 0 }],
      [{ node: 0, path: 'weights', times: [0, 0.37, 1], values: [[0, 0], [1, 0.25], [0.5, 1]], interpolation: 'STEP' }],
      { targets: [[0, 1, 0], [0, 0, 2]], weights: [0, 0], names: ['up', 'out'] },
    ), // prettier-ignore
  },
  {
    name: 'morph_cubic',
    what: 'weights of two targets, CUBICSPLINE',
    bytes: quads(
      [{ name: 'a', mesh: 0 }],
      [
        {
          node: 0,
          path: 'weights',
          times: [0, 1],
          values: [
            [0, 0],
            [0, 0.25],
            [2, 0],
            [0, 1],
            [1, 0.75],
            [0, 0],
          ],
          ...cubic,
        },
      ],
      {
        targets: [
          [0, 1, 0],
          [0, 0, 2],
        ],
        weights: [0, 0],
        names: ['up', 'out'],
      },
    ),
  },
  {
    name: 'morph_range',
    what: 'weights beyond 0 to 1',
    bytes: quads(
      [{ name: 'a', mesh: 0 }],
      [{ node: 0, path: 'weights', times: [0, 0.5, 1], values: [[0, 1.25], [1.5, 1], [-0.5, 0.5]] }],
      { targets: [[0, 1, 0], [0, 0, 2]], weights: [0, 0], names: ['up', 'out'] },
    ), // prettier-ignore
  },
  {
    name: 'apart',
    what: 'two actions that move different nodes',
    bytes: quads(
      [still, { name: 'a', mesh: 0 }],
      [
        { action: 'lift', node: 0, path: 'translation', times: [0, 1], values: [[3, 2, 0], [3, 4, 0]] },
        { action: 'turn', node: 1, path: 'rotation', times: [0, 1], values: [turn(0), turn(40)] },
      ],
    ), // prettier-ignore
  },
  {
    name: 'twin_siblings',
    what: 'equal names of siblings',
    bytes: quads(
      [
        { name: 'root', children: [1, 2] },
        { name: 'wing', mesh: 0 },
        { name: 'wing', mesh: 0, translation: [3, 0, 0] },
      ],
      [
        { node: 1, path: 'rotation', times: [0, 1], values: [turn(0), turn(40)] },
        { node: 2, path: 'rotation', times: [0, 1], values: [turn(0), turn(-40)] },
      ],
    ),
  },
  { name: 'twin_joints', what: 'equal names of joints below different parents', bytes: twinJoints() },
  {
    name: 'renamed',
    what: 'names that become equal when a reader changes them: wing, wing_1, wing',
    bytes: quads(
      [{ name: 'root', children: [1, 2, 3] }, { name: 'wing', mesh: 0 }, { name: 'wing_1', mesh: 0, translation: [3, 0, 0] }, { name: 'wing', mesh: 0, translation: [6, 0, 0] }],
      [
        { node: 1, path: 'rotation', times: [0, 1], values: [turn(0), turn(40)] },
        { node: 3, path: 'rotation', times: [0, 1], values: [turn(0), turn(-40)] },
      ],
    ), // prettier-ignore
  },
  {
    name: 'renamed_dots',
    what: 'names that differ by a dot: hand.l, handl',
    bytes: quads(
      [
        { name: 'root', children: [1, 2] },
        { name: 'hand.l', mesh: 0 },
        { name: 'handl', mesh: 0, translation: [3, 0, 0] },
      ],
      [
        { node: 1, path: 'rotation', times: [0, 1], values: [turn(0), turn(40)] },
        { node: 2, path: 'rotation', times: [0, 1], values: [turn(0), turn(-40)] },
      ],
    ),
  },
  {
    name: 'one_key',
    what: 'an action of one key',
    bytes: quads([{ name: 'a', mesh: 0 }, still], [{ node: 0, path: 'translation', times: [0], values: [[0, 2, 0]] }]),
  },
  {
    name: 'late_key',
    what: 'a first key at 0.5 s',
    bytes: quads([{ name: 'a', mesh: 0 }, still], [{ node: 0, path: 'translation', times: [0.5, 1], values: [[0, 1, 0], [0, 2, 0]] }]), // prettier-ignore
  },
  {
    name: 'short',
    what: 'a motion of 8 ms, and one of a second',
    bytes: quads([{ name: 'a', mesh: 0 }, still], [
      { node: 0, path: 'translation', times: [0, 0.505, 0.509, 0.513, 1], values: [[0, 0, 0], [0, 0, 0], [0, 1, 0], [0, 0, 0], [0, 0, 0]] },
      { node: 1, path: 'translation', times: [0, 1], values: [[3, 0, 0], [3, 1, 0]] },
    ]), // prettier-ignore
    times: [0.509],
  },
  {
    name: 'hidden',
    what: 'a node that KHR_node_visibility hides',
    bytes: quads([{ name: 'a', mesh: 0, extensions: { KHR_node_visibility: { visible: false } } }, still], [], {
      extra: { extensionsUsed: ['KHR_node_visibility'] },
    }),
  },
];
