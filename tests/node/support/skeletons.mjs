// Small glTF documents of joints, a triangle that hangs on the last of them, and actions.

/** A glTF with its numbers inside. `joints`: { name, parent, at }; `moves`: by action, the nodes that go to x = 5. */
export function skeleton({ joints, mesh, skinned = true, moves = {}, scale }) {
  const bytes = [],
    views = [],
    accessors = [];
  const add = (numbers, type, componentType = 5126) => {
    const data = componentType === 5126 ? new Float32Array(numbers) : new Uint16Array(numbers);
    const start = bytes.reduce((sum, one) => sum + one.length, 0);
    const padded = Buffer.alloc(Math.ceil(data.byteLength / 4) * 4);
    Buffer.from(data.buffer).copy(padded);
    bytes.push(padded);
    views.push({ buffer: 0, byteOffset: start, byteLength: data.byteLength });
    const size = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 }[type],
      count = numbers.length / size;
    const of = (pick) => Array.from({ length: size }, (_, c) => pick(...numbers.filter((_, i) => i % size === c)));
    accessors.push({ bufferView: views.length - 1, componentType, count, type, min: of(Math.min), max: of(Math.max) });
    return accessors.length - 1;
  };
  const nodes = joints.map(({ name, at = [0, 0, 0] }) => ({ name, translation: at }));
  joints.forEach(({ parent }, i) => {
    if (parent !== undefined) (nodes[parent].children ??= []).push(i);
  });
  const json = { asset: { version: '2.0' }, scene: 0, nodes };
  const roots = joints.flatMap(({ parent }, i) => (parent === undefined ? [i] : []));
  if (mesh) {
    // A triangle on the last joint, one unit large; a dummy has no area.
    const world = (i) => {
      const { at = [0, 0, 0], parent } = joints[i];
      return parent === undefined ? at : world(parent).map((value, axis) => value + at[axis]);
    };
    const last = joints.length - 1,
      [x, y, z] = skinned ? world(last) : [0, 0, 0];
    const corners = mesh === 'dummy' ? [x, y, z, x, y, z, x, y, z] : [x, y, z, x + 1, y, z, x, y + 1, z];
    const attributes = { POSITION: add(corners, 'VEC3') };
    if (skinned) {
      attributes.JOINTS_0 = add([last, 0, 0, 0, last, 0, 0, 0, last, 0, 0, 0], 'VEC4', 5123);
      attributes.WEIGHTS_0 = add([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], 'VEC4');
      const binds = joints.flatMap((_, i) => {
        const [bx, by, bz] = world(i);
        return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -bx, -by, -bz, 1];
      });
      json.skins = [{ joints: joints.map((_, i) => i), inverseBindMatrices: add(binds, 'MAT4') }];
      roots.push(nodes.length);
      nodes.push({ name: 'body', mesh: 0, skin: 0 });
    } else nodes[last].mesh = 0;
    json.meshes = [{ name: 'body', primitives: [{ attributes }] }];
  }
  json.scenes = [{ nodes: roots }];
  const actions = Object.entries(moves);
  if (actions.length > 0) {
    const input = add([0, 1], 'SCALAR');
    json.animations = actions.map(([name, targets]) => ({
      name,
      channels: targets.flatMap((node, i) => [
        { sampler: 2 * i, target: { node, path: 'translation' } },
        ...(scale ? [{ sampler: 2 * i + 1, target: { node, path: 'scale' } }] : []),
      ]),
      samplers: targets.flatMap((node) => {
        const [, y, z] = joints[node].at ?? [0, 0, 0];
        return [
          { input, output: add([0, y, z, 5, y, z], 'VEC3') },
          { input, output: add([1, 1, 1, ...(scale ?? [1, 1, 1])], 'VEC3') },
        ];
      }),
    }));
  }
  const data = Buffer.concat(bytes);
  json.accessors = accessors;
  json.bufferViews = views;
  json.buffers = [{ byteLength: data.length, uri: `data:application/octet-stream;base64,${data.toString('base64')}` }];
  if (accessors.length === 0) for (const name of ['accessors', 'bufferViews', 'buffers']) delete json[name];
  return JSON.stringify(json);
}

export const arm = [
  { name: 'root' },
  { name: 'arm', parent: 0, at: [0, 3, 0] },
  { name: 'tip', parent: 1, at: [0, 3, 0] },
];
