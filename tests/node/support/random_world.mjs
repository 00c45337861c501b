// World documents at random: trees of every scene operator with animated parameters, subroutines, events, segments,
// portals and a collision world. The same number gives the same document.

/** A generator of numbers in [0, 1) (mulberry32). */
export function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function randomWorld(seed) {
  const random = numbers(seed);
  const below = (count) => Math.floor(random() * count);
  const pick = (list) => list[below(list.length)];
  const within = (low, high) => Math.round((low + (high - low) * random()) * 1000) / 1000;
  const vec = (low = -5, high = 5) => [within(low, high), within(low, high), within(low, high)];
  const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));

  const variables = ['TIME', 'CONST', 'VALUE', 'SELECT', 'FRACTION', 'XYZ', 'CAMERA', 'V20', 'VELOCITY', 'ONE', 'Y'];
  const term = () => {
    const shape = pick(['', 'id', 'sin', 'cos', 'rect', 'saw', 'rnd', 'splineg']);
    const name = pick(variables);
    return shape === '' ? name : shape === 'splineg' ? `splineg(${name}, sway)` : `${shape}(${name})`;
  };
  const someTerms = () =>
    Object.fromEntries(['a', 'b', 'c', 'd', 'e'].flatMap((slot) => (random() < 0.5 ? [[slot, term()]] : [])));
  const shapes = ['A+((B*C)+(D*E))', 'A*LERP(B+C,D,E)', 'LERP(A,B*C,D*E)', 'A+((B+C)*(D*E))'];
  const anim = () => ({
    ...someTerms(),
    const: times(4, () => within(-2, 2)),
    ...pick([{}, { lerp: true }, { op: times(4, () => pick(['+', '-', '*'])) }, { shape: pick(shapes) }]),
  });
  const maybe = (value) => (random() < 0.4 ? { value, anim: anim() } : value);

  const box = () => {
    const [x, y, z] = vec(-3, 3);
    return { min: [x, y, z], max: [x + within(0.1, 2), y + within(0.1, 2), z + within(0.1, 2)] };
  };
  const mesh = () => ({
    op: 'mesh',
    material: pick(['wall', 'glow', 'glass']),
    animated: random() < 0.3,
    boxes: times(below(3), box),
  });
  let depth = 0;
  const inputs = (most = 3) => times(1 + below(most), scene);
  const moved = () => ({ scale: maybe(within(0.5, 2)), rotate: maybe(vec(-180, 180)), translate: maybe(vec()) });
  const leaves = [
    mesh,
    mesh,
    () => ({ op: 'light', at: maybe(vec()), range: maybe(within(0, 12)), castShadow: random() < 0.5 }),
    () => ({ op: 'deform', rotate: maybe(vec(-90, 90)), in: [mesh()] }),
    () => ({ op: 'particles', count: 1 + below(20), gravity: maybe(vec()) }),
    () => ({ op: 'text', size: maybe(1) }),
    () => 'shared',
  ];
  const branches = [
    () => ({ op: 'add', in: inputs() }),
    () => ({ op: 'transform', ...moved(), in: inputs() }),
    () => ({ op: 'multiply', ...moved(), count: maybe(below(4)), in: inputs(2) }),
    () => ({ op: 'set', variable: 'V20', value: maybe(times(4, () => within(-1, 1))), in: inputs() }),
    () => ({ op: 'memory', bytes: 16 + below(64), in: inputs() }),
    () => ({ op: 'time', start: within(0, 1), end: within(1.5, 6), hold: random() < 0.5, in: inputs() }),
    () => ({ op: 'trigger', event: 'spark', value: maybe(0), threshold: within(0, 1), duration: 1, in: inputs() }),
    () => ({ op: 'call', sub: 'pillar', args: { 0: maybe(within(0.5, 3)) }, in: [scene()] }),
  ];
  function scene() {
    ++depth;
    const made = pick(depth > 3 || random() < 0.3 ? leaves : branches)();
    --depth;
    return made;
  }

  const rooms = times(2 + below(4), (i) => ({
    name: `R${i}`,
    scene: scene(),
    cells: [{ min: [i * 5, -5, -5], max: [i * 5 + 5, 5, 5] }],
  }));
  return {
    kind: 'vitrine-world',
    version: 1,
    seed: below(1000),
    clip: random() < 0.5,
    textures: { bark: { fill: maybe([1, 0.5, 0]), gain: maybe([1, 1, 1]) } },
    materials: {
      wall: { texture: 'bark', color: maybe([1, 1, 1]), uvTranslate: maybe([0, 0]) },
      glow: { phases: ['extra'], blend: 'add' },
      glass: { blend: 'alpha', pass: 2, castShadow: false },
    },
    splines: {
      sway: { mode: pick(['cubic', 'linear', 'step']), channels: times(3, () => times(4, (i) => [i, within(-2, 2)])) },
    },
    subroutines: {
      pillar: {
        params: [{ id: 0, name: 'height' }],
        inputs: 1,
        root: { op: 'transform', scale: [1, { param: 'height' }, 1], in: [{ op: 'input' }, mesh()] },
      },
    },
    scenes: { shared: { op: 'add', in: [mesh(), mesh()] } },
    segments: rooms,
    portals: rooms.slice(1).map(({ name }, i) => ({
      between: [rooms[i].name, name],
      min: [i * 5 + 4.9, -2, -2],
      max: [i * 5 + 5.1, 2, 2],
      resistance: below(5),
      door: maybe(1),
    })),
    entities: [{ op: 'event', name: 'spark', in: inputs() }, scene()],
    timeline: {
      bpm: 60 + below(120),
      events: times(below(4), () => ({
        op: 'spark',
        start: within(0, 2),
        end: within(2.5, 6),
        velocity: within(-1, 1),
        select: below(5),
        rotate: vec(-90, 90),
        text: pick(['Hi', 'there']),
      })),
    },
    camera: { at: maybe([2, 0, 0]), dir: maybe([1, 0.2, 0.1]), fov: maybe(80) },
    physics: {
      cells: [
        {
          mode: 'sub',
          half: [0.5, 0.5, 0.5],
          at: [3, 0, 0],
          rotate: vec(0, 90),
          path: { to: vec(-1, 1), over: 0.7, mode: 'pingpong' },
        },
        {
          mode: 'sub',
          min: [1, -5, -5],
          max: [1.5, -4, 5],
          offset: { value: [0, 0, 0], anim: { b: 'sin(TIME)', c: 'Y' } },
        },
      ],
      particles: times(6, () => ({
        pos: [within(0.5, 4.5), within(-3, 4), within(-4, 4)],
        vel: vec(),
        damp: within(0, 0.1),
      })),
      constraints: [{ a: 0, b: 1 }],
    },
  };
}
