// KRI and pivot scenes made for the tests, chunk by chunk, small enough to know every number by heart.

class Bytes {
  parts = [];
  u8(...values) {
    this.parts.push(Buffer.from(values));
    return this;
  }
  u16(...values) {
    for (const value of values) this.u8(value & 255, value >> 8);
    return this;
  }
  u32(...values) {
    for (const value of values) this.u16(value & 0xffff, value >>> 16);
    return this;
  }
  f32(...values) {
    const bytes = Buffer.alloc(4 * values.length);
    values.forEach((value, i) => bytes.writeFloatLE(value, 4 * i));
    this.parts.push(bytes);
    return this;
  }
  raw(text) {
    this.parts.push(Buffer.from(text, 'latin1'));
    return this;
  }
  text(text) {
    return this.u8(text.length).raw(text);
  }
  done() {
    return Buffer.concat(this.parts);
  }
}

/** A KRI scene under construction: every call adds chunks of the last exporter's layout. */
export class Kri {
  out = new Bytes();

  constructor() {
    this.chunk('kri', (p) => p.u8(3));
  }

  chunk(name, fill) {
    const payload = new Bytes();
    fill(payload);
    const bytes = payload.done();
    this.out.raw(name.padEnd(8, '\0')).u32(bytes.length).parts.push(bytes);
    return this;
  }

  /** `color` as bytes; shadeless unless said otherwise. */
  material(name, color, { alpha = 1, shadeless = true } = {}) {
    return this.chunk('mat', (p) => p.text(name).u8(shadeless ? 1 : 0, 0))
      .chunk('m_surf', (p) => p.u8(shadeless ? 1 : 0).f32(0.5, 1, 0))
      .chunk('m_diff', (p) =>
        p
          .u8(...color)
          .f32(alpha, 1, 0)
          .text('LAMBERT'),
      );
  }

  texture(target, path) {
    return this.chunk('unit', (p) => p.text(target).f32(1).text('').text('UV').text('FLAT').u8(0)).chunk(
      't_path',
      (p) => p.text(path).u8(target === 'normal' ? 1 : 0),
    );
  }

  /** Rotation x, y, z, w. */
  node(name, { parent = '', at = [0, 0, 0], rotation = [0, 0, 0, 1] } = {}) {
    return this.chunk('node', (p) =>
      p
        .text(name)
        .text(parent)
        .f32(...at, 1, ...rotation),
    );
  }

  /** Keys as [time, ...value]; straight lines between them. */
  action(name, length, curves) {
    this.chunk('action', (p) => p.text(name).f32(length));
    for (const [path, element, keys] of curves) {
      this.chunk('curve', (p) => {
        p.text(path)
          .u8(keys[0].length - 1, element)
          .u16(keys.length)
          .u8(0);
        for (const [time, ...value] of keys) p.f32(time, ...value, ...value, ...value);
      });
    }
    return this;
  }

  /**
   * A square in the plane y = 0 that faces the front (-y), from x0 to x1 and z0 to z1: corners left below, right below,
   * right above, left above. `frames`: one quaternion for all corners, with the handedness `hand`.
   */
  square(material, [x0, z0, x1, z1], { frame, hand = 0, colors = [], shapes = [], normal = [0, -1, 0] } = {}) {
    const corners = [
      [x0, z0],
      [x1, z0],
      [x1, z1],
      [x0, z1],
    ];
    this.chunk('mesh', (p) => p.u16(4));
    this.chunk('v_pos', (p) => corners.forEach(([x, z]) => p.f32(x, 0, z, hand)));
    this.chunk('v_nor', (p) => corners.forEach(() => p.f32(...normal)));
    if (frame) {
      this.chunk('v_quat', (p) => corners.forEach(() => p.f32(...frame)));
      const side = hand < 0 ? -1 : 1;
      this.chunk('v_uv', (p) => p.text('UV').f32(0, 0, side, 0, side, 1, 0, 1));
    }
    for (const [name, color] of colors)
      this.chunk('v_color', (p) => corners.forEach((_, i) => (i === 0 && p.text(name), p.u8(...color))));
    this.chunk('v_ind', (p) => p.u16(2, 0, 1, 2, 0, 2, 3));
    this.chunk('entity', (p) => p.u16(2).text(material).u16(0));
    for (const [name, value, positions] of shapes)
      this.chunk('v_shape', (p) =>
        p
          .text(name)
          .u8(0)
          .f32(value, ...positions.flat()),
      );
    return this;
  }

  lamp(type, color, energy) {
    return this.chunk('lamp', (p) =>
      p
        .u8(...color)
        .f32(energy, 0, 0, 0)
        .text(type)
        .f32(1, 40, 0, 0),
    );
  }

  camera(near, far, fov) {
    return this.chunk('cam', (p) => p.u8(1).f32(near, far, fov));
  }

  /** Particles that leave the node's origin with a velocity in its own axes. */
  particles(name, material, { count, start, end, lifetime, velocity, size }) {
    return this.chunk('part', (p) => p.u32(count).text(name).text(material))
      .chunk('p_life', (p) => p.f32(start, end, lifetime, 0))
      .chunk('p_vel', (p) => p.f32(...velocity, 0, 0, 0, 0, 0))
      .chunk('p_phys', (p) => p.f32(size, 0, 0, 0, 0));
  }

  done() {
    return this.out.done();
  }
}

/** A pivot scene with so many objects still to be written. */
function pivotScene(count) {
  const out = new Bytes(),
    text = (value) => out.u16(value.length).raw(value);
  const object = (flags, children, name, surfaces, at) => {
    out.u16(flags, children);
    text(name)
      .u16(surfaces)
      .f32(...at, 0, 0, 0, 1, 1, 1, 1);
  };
  out.raw('SEED3MODEL').u16(1);
  text('test').u16(count);
  return { out, text, object };
}

/** Two pivots, one four above the other, and nothing to draw. */
export function pivotsAlone() {
  const { out, object } = pivotScene(2);
  object(0, 1, 'foot', 0, [0, 0, 0]);
  object(0, 0, 'tip', 0, [0, 4, 0]);
  return out.done();
}

/**
 * A strip one unit wide and four high on two bones, one above the other at y = 0 and y = 2: the lower corners follow the
 * first, the upper ones the second, those in the middle both by half. With `bones` meshes, the bones are objects to see.
 */
export function bendingStrip() {
  const { out, text, object } = pivotScene(4);
  const triangle = () => {
    out.u32(3, 3);
    for (const [x, y] of [
      [-0.2, 0],
      [0.2, 0],
      [0, 1],
    ])
      out.f32(x, y, 0.5, 0, 0, 0, 0, 0, 1);
    out.u32(0, 1, 2);
  };
  object(0, 1, 'root', 0, [0, 0, 0]);
  object(1, 1, 'Bone0', 1, [0, 0, 0]);
  triangle();
  object(1, 0, 'Bone1', 1, [0, 2, 0]);
  triangle();
  object(3, 0, 'skin', 1, [0, 0, 0]);
  out.u16(2);
  text('Bone0');
  text('Bone1');
  out.u32(6, 12);
  for (let row = 0; row < 3; ++row) {
    for (const x of [0, 1]) {
      out.f32(x, 2 * row, 0, x, row / 2, 0, 0, 0, 1).u16(0, 1, 0, 0);
      out.f32([1, 0.5, 0][row], [0, 0.5, 1][row], 0, 0);
    }
  }
  out.u32(0, 1, 3, 0, 3, 2, 2, 3, 5, 2, 5, 4);
  return out.done();
}
