// The meshes of the lighthouse: things turned on a lathe, a rock and a sea as height fields, a hut of flat faces.

import { KriMesh, type KriVertex } from '../model/kri';
import { blend, hex, noise, type Color } from '../model/png';
import { type Vec3, clamp, lerp, normalize, smoothstep } from '../model/vec';

export const seaRadius = 4.6;
/** Where the tower stands, and the height of its light. */
export const towerFoot = 1.02;
export const lightHeight = 6.32;

type Ring = readonly [radius: number, z: number];

interface Lathe {
  material: string;
  profile: readonly Ring[];
  sides: number;
  /** Corners of the profile stay sharp: every band has rings of its own. */
  sharp?: boolean;
  /** Rectangle of the texture: u around, v along the profile. */
  uv?: readonly [u0: number, v0: number, u1: number, v1: number];
}

/** A profile from the bottom up, turned around z; the outside is to its right. */
function lathe(mesh: KriMesh, { material, profile, sides, sharp = false, uv }: Lathe): void {
  const lengths = profile.map((_, i) =>
    profile.slice(1, i + 1).reduce((sum, [r, z], k) => sum + Math.hypot(r - profile[k]![0], z - profile[k]![1]), 0),
  );
  const total = lengths.at(-1)!;
  const slope = (i: number): [number, number] => {
    const [a, b] = [profile[Math.max(0, i)]!, profile[Math.min(profile.length - 1, i + 1)]!];
    const l = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    // The profile runs up, so its outside is (dz, -dr).
    return [(b[1] - a[1]) / l, -(b[0] - a[0]) / l];
  };
  const row = (i: number, outward: [number, number]): number[] => {
    const [r, z] = profile[i]!;
    return Array.from({ length: sides + 1 }, (_, k) => {
      const angle = (2 * Math.PI * k) / sides,
        [c, s] = [Math.cos(angle), Math.sin(angle)];
      const more: Partial<KriVertex> = { normal: normalize([c * outward[0], s * outward[0], outward[1]]) };
      const [u0, v0, u1, v1] = uv ?? [0, 0, 1, 1];
      if (uv) more.uv = [[lerp(u0, u1, k / sides), lerp(v0, v1, lengths[i]! / total)]];
      return mesh.vertex([c * r, s * r, z], more);
    });
  };
  const smooth = (i: number): [number, number] => {
    const [a, b] = [slope(i === 0 ? 0 : i - 1), slope(Math.min(i, profile.length - 2))];
    const l = Math.hypot(a[0] + b[0], a[1] + b[1]) || 1;
    return [(a[0] + b[0]) / l, (a[1] + b[1]) / l];
  };
  const shared = sharp ? [] : profile.map((_, i) => row(i, smooth(i)));
  for (let i = 0; i + 1 < profile.length; ++i) {
    const below = sharp ? row(i, slope(i)) : shared[i]!,
      above = sharp ? row(i + 1, slope(i)) : shared[i + 1]!;
    for (let k = 0; k < sides; ++k) {
      if (profile[i]![0] > 1e-6) mesh.triangle(material, below[k]!, below[k + 1]!, above[k + 1]!);
      if (profile[i + 1]![0] > 1e-6) mesh.triangle(material, below[k]!, above[k + 1]!, above[k]!);
    }
  }
}

/** The white tower with its red bands, in one smooth taper. */
export function tower(): KriMesh {
  const mesh = new KriMesh(['UVMap']);
  const rings = 16;
  const profile = Array.from({ length: rings + 1 }, (_, i): Ring => {
    const t = i / rings;
    return [lerp(0.92, 0.52, t) + 0.16 * (1 - smoothstep(0, 0.16, t)), towerFoot - 0.1 + 4.5 * t];
  });
  lathe(mesh, { material: 'Tower', profile, sides: 32, uv: [0, 0, 1, 1] });
  return mesh;
}

/** Walkway, railing, posts of the lantern and its roof. */
export function ironwork(): KriMesh {
  const mesh = new KriMesh();
  lathe(mesh, {
    material: 'Iron',
    profile: [
      [0.5, 5.2],
      [0.82, 5.42],
      [0.9, 5.45],
      [0.9, 5.53],
      [0.6, 5.53],
      [0.6, 5.78],
      [0.52, 5.78],
    ],
    sides: 24,
    sharp: true,
  });
  for (const z of [5.72, 5.9])
    lathe(mesh, {
      material: 'Iron',
      profile: Array.from({ length: 7 }, (_, i): Ring => {
        const a = (2 * Math.PI * i) / 6;
        return [0.86 + 0.016 * Math.sin(a), z - 0.016 * Math.cos(a)];
      }),
      sides: 28,
    });
  const post = (radius: number, angle: number, low: number, high: number, half: number): void => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const at = (dx: number, dy: number, z: number): Vec3 => [c * (radius + dx) - s * dy, s * (radius + dx) + c * dy, z];
    const corners: [number, number][] = [
      [-half, -half],
      [half, -half],
      [half, half],
      [-half, half],
    ];
    corners.forEach(([x, y], i) => {
      const [nx, ny] = corners[(i + 1) % 4]!;
      mesh.face('Iron', [at(x, y, low), at(nx, ny, low), at(nx, ny, high), at(x, y, high)]);
    });
  };
  for (let k = 0; k < 14; ++k) post(0.86, (2 * Math.PI * k) / 14, 5.53, 5.9, 0.013);
  for (let k = 0; k < 8; ++k) post(0.47, (2 * Math.PI * (k + 0.5)) / 8, 5.78, 6.78, 0.022);
  lathe(mesh, {
    material: 'Roof',
    profile: [
      [0.5, 6.74],
      [0.62, 6.76],
      [0.63, 6.81],
      [0.5, 6.95],
      [0.3, 7.12],
      [0.1, 7.22],
      [0.06, 7.3],
    ],
    sides: 24,
  });
  lathe(mesh, {
    material: 'Roof',
    profile: Array.from({ length: 9 }, (_, i): Ring => {
      const a = (Math.PI * i) / 8;
      return [i === 0 || i === 8 ? 0 : 0.1 * Math.sin(a), 7.37 - 0.1 * Math.cos(a)];
    }),
    sides: 16,
  });
  return mesh;
}

export function glass(): KriMesh {
  const mesh = new KriMesh();
  const profile: Ring[] = [
    [0.45, 5.78],
    [0.45, 6.76],
  ];
  lathe(mesh, { material: 'Glass', profile, sides: 24 });
  return mesh;
}

/** The lens in the lantern. */
export function lens(): KriMesh {
  const mesh = new KriMesh();
  const profile = Array.from({ length: 13 }, (_, i): Ring => {
    const t = i / 12,
      ridge = 0.02 * Math.abs(Math.sin(t * Math.PI * 6));
    return [i === 0 || i === 12 ? 0 : 0.21 * Math.sin(Math.PI * t) ** 0.6 + ridge, -0.32 + 0.64 * t];
  });
  lathe(mesh, { material: 'Lens', profile, sides: 18 });
  return mesh;
}

/**
 * Light along +x and -x of the turning lantern: cones within cones, each longer than the one before, so that the beam
 * fades out where fewer of them are left.
 */
export function beams(): KriMesh {
  const mesh = new KriMesh();
  const sides = 20,
    layers = 12,
    reach = 4.2;
  const radius = (x: number): number => 0.1 + 0.11 * x;
  for (let layer = 1; layer <= layers; ++layer) {
    for (const side of [1, -1]) {
      const length = reach * (layer / layers) ** 1.3,
        inner = 1 - 0.03 * (layers - layer);
      const ring = (x: number): number[] =>
        Array.from({ length: sides + 1 }, (_, k) => {
          const a = (2 * Math.PI * k * side) / sides;
          const r = radius(x) * inner;
          return mesh.vertex([side * x, Math.cos(a) * r, Math.sin(a) * r], { normal: [0, Math.cos(a), Math.sin(a)] });
        });
      const [near, far] = [ring(0.15), ring(0.15 + length)];
      for (let k = 0; k < sides; ++k) mesh.quad('Beam', near[k]!, near[k + 1]!, far[k + 1]!, far[k]!);
    }
  }
  return mesh;
}

/** Height of the rock over the plane, 0..about 1. */
function rockHeight(x: number, y: number): number {
  const angle = Math.atan2(y, x),
    r = Math.hypot(x, y);
  const edge = 2.75 + 0.42 * noise(Math.cos(angle) * 1.7, Math.sin(angle) * 1.7, 3.1);
  const slope = 1 - smoothstep(edge * 0.52, edge, r);
  const rough = 0.16 * noise(x * 1.6, y * 1.6, 7) + 0.07 * noise(x * 4.1, y * 4.1, 1);
  const level = Math.max(1 - smoothstep(1.0, 1.5, r), 1 - smoothstep(0.75, 1.15, Math.hypot(x - 1.35, y + 0.75)));
  return lerp(-0.45 + 1.5 * slope + rough * (0.3 + slope), 1, level * slope);
}

export function rock(): KriMesh {
  const mesh = new KriMesh([], ['Col']);
  const rings = 22,
    sides = 44;
  const [wet, stone, pale, moss] = [hex(0x3a3f42), hex(0x6f6a62), hex(0x9a9182), hex(0x6d7a3c)] as const;
  const rows = Array.from({ length: rings + 1 }, (_, i) =>
    Array.from({ length: i === 0 ? 1 : sides }, (_unused, k) => {
      const r = 3.3 * (i / rings) ** 0.9,
        a = (2 * Math.PI * (k + (i % 2) * 0.5)) / sides;
      const [x, y] = [Math.cos(a) * r, Math.sin(a) * r],
        z = rockHeight(x, y);
      const grain = 0.5 + 0.5 * noise(x * 2.7, y * 2.7, 11);
      let color: Color = blend(stone, pale, grain * smoothstep(0.1, 0.9, z));
      color = blend(color, moss, smoothstep(0.72, 1, z + 0.25 * noise(x * 2.1, y * 2.1, 5)) * 0.85);
      color = blend(wet, color, smoothstep(0.04, 0.3, z + 0.08 * grain));
      return mesh.vertex([x, y, z], { colors: [color.map((c) => clamp(c, 0, 1)) as unknown as Vec3] });
    }),
  );
  rows.slice(1).forEach((outer, i) => {
    const inner = rows[i]!;
    for (let k = 0; k < sides; ++k) {
      const next = (k + 1) % sides;
      if (inner.length === 1) mesh.triangle('Rock', inner[0]!, outer[k]!, outer[next]!);
      else if (i % 2 === 0) {
        mesh.triangle('Rock', inner[k]!, outer[k]!, inner[next]!);
        mesh.triangle('Rock', inner[next]!, outer[k]!, outer[next]!);
      } else {
        mesh.triangle('Rock', inner[k]!, outer[k]!, outer[next]!);
        mesh.triangle('Rock', inner[k]!, outer[next]!, inner[next]!);
      }
    }
  });
  mesh.smoothNormals();
  return mesh;
}

/** A round slab of water; two shapes a quarter of a wave apart make it roll. */
export function sea(): KriMesh {
  const mesh = new KriMesh(['Waves'], ['Foam']);
  const rings = 20,
    sides = 56;
  const [deep, shallow, foam] = [hex(0x1f5f74), hex(0x3f9a9c), hex(0xe8f1ee)] as const;
  const swell = (x: number, y: number, phase: number): number => {
    const r = Math.hypot(x, y),
      calm = smoothstep(1.6, 2.8, r);
    return calm * (0.07 * Math.sin(2.1 * x + 1.1 * y + phase) + 0.045 * Math.sin(-1.3 * x + 2.6 * y + phase + 1.3));
  };
  const color = (x: number, y: number): Vec3 => {
    const height = rockHeight(x, y);
    const shore = smoothstep(-0.5, -0.05, height);
    const lace = smoothstep(-0.2, 0.02, height + 0.16 * noise(x * 3.3, y * 3.3, 2));
    return blend(blend(deep, shallow, shore), foam, 0.85 * lace) as Vec3;
  };
  const uvOf = (x: number, y: number): [number, number] => [0.5 + x / (2 * seaRadius), 0.5 + y / (2 * seaRadius)];
  const places: [number, number][] = [];
  const point = (r: number, k: number): number => {
    const a = (2 * Math.PI * k) / sides,
      [x, y] = [Math.cos(a) * r, Math.sin(a) * r];
    places.push([x, y]);
    return mesh.vertex([x, y, 0], { normal: [0, 0, 1], uv: [uvOf(x, y)], colors: [color(x, y)] });
  };
  const rows = Array.from({ length: rings + 1 }, (_, i) =>
    Array.from({ length: sides }, (_unused, k) => point(lerp(1.3, seaRadius, i / rings), k)),
  );
  rows.slice(1).forEach((outer, i) => {
    for (let k = 0; k < sides; ++k)
      mesh.quad('Water', rows[i]![k]!, outer[k]!, outer[(k + 1) % sides]!, rows[i]![(k + 1) % sides]!);
  });
  const top = mesh.vertices.length;
  // The cut edge of the slab.
  const wall = (z: number, shade: number): number[] =>
    Array.from({ length: sides + 1 }, (_, k) => {
      const a = (2 * Math.PI * k) / sides,
        [c, s] = [Math.cos(a), Math.sin(a)];
      return mesh.vertex([c * seaRadius, s * seaRadius, z], {
        normal: [c, s, 0],
        uv: [[k / sides, z]],
        colors: [blend(hex(0x16414f), hex(0x2c7d8c), shade) as Vec3],
      });
    });
  const [upper, lower] = [wall(0, 1), wall(-0.5, 0)];
  for (let k = 0; k < sides; ++k) mesh.quad('Water', lower[k]!, lower[k + 1]!, upper[k + 1]!, upper[k]!);
  const rolled = (phase: number): Vec3[] =>
    mesh.vertices.map(({ position: [x, y, z] }, i): Vec3 => [x, y, i < top || z === 0 ? z + swell(x, y, phase) : z]);
  mesh.shapes.push({ name: 'Basis', value: 0, positions: [] });
  mesh.shapes.push({ name: 'Swell', value: 0.6, positions: rolled(0) });
  mesh.shapes.push({ name: 'Swell later', value: 0, positions: rolled(Math.PI / 2) });
  return mesh;
}

export const hutAt: Vec3 = [1.38, -0.78, 1];
export const chimneyTop: Vec3 = [0.22, 0.12, 0.92];

/** The keeper's hut: walls, a gabled roof, a door and a window, a chimney. */
export function hut(): KriMesh {
  const mesh = new KriMesh();
  const [w, d, h, ridge] = [0.46, 0.36, 0.42, 0.72];
  const box = (material: string, [x0, y0, z0]: Vec3, [x1, y1, z1]: Vec3): void => {
    const p = (i: number): Vec3 => [i & 1 ? x1 : x0, i & 2 ? y1 : y0, i & 4 ? z1 : z0];
    for (const face of [
      [0, 1, 5, 4],
      [1, 3, 7, 5],
      [3, 2, 6, 7],
      [2, 0, 4, 6],
      [4, 5, 7, 6],
    ])
      mesh.face(material, face.map(p));
  };
  box('Plaster', [-w, -d, -0.1], [w, d, h]);
  for (const x of [-w, w]) {
    const gable: Vec3[] = [
      [x, -d, h],
      [x, d, h],
      [x, 0, ridge],
    ];
    mesh.face('Plaster', x > 0 ? gable : gable.reverse());
  }
  const [eave, over, thick] = [0.09, 0.07, 0.05];
  for (const side of [-1, 1]) {
    const drop = ((ridge - h) / d) * eave;
    const edge: Vec3[] = [
      [-w - over, side * (d + eave), h - drop],
      [w + over, side * (d + eave), h - drop],
      [w + over, 0, ridge],
      [-w - over, 0, ridge],
    ];
    const lifted = edge.map(([x, y, z]): Vec3 => [x, y, z + thick]);
    const turn = (face: Vec3[]): Vec3[] => (side < 0 ? face : [...face].reverse());
    mesh.face('Tiles', turn(lifted));
    mesh.face('Tiles', turn([...edge].reverse()));
    mesh.face('Tiles', turn([edge[0]!, edge[1]!, lifted[1]!, lifted[0]!]));
    mesh.face('Tiles', turn([edge[3]!, edge[0]!, lifted[0]!, lifted[3]!]));
    mesh.face('Tiles', turn([edge[1]!, edge[2]!, lifted[2]!, lifted[1]!]));
  }
  const flat = (material: string, x0: number, z0: number, x1: number, z1: number): void =>
    mesh.face(material, [
      [x0, -d - 0.006, z0],
      [x1, -d - 0.006, z0],
      [x1, -d - 0.006, z1],
      [x0, -d - 0.006, z1],
    ]);
  flat('Door', -0.3, -0.1, -0.1, 0.27);
  flat('Window', 0.1, 0.1, 0.3, 0.28);
  const [cx, cy, cz] = chimneyTop;
  box('Plaster', [cx - 0.07, cy - 0.07, 0.4], [cx + 0.07, cy + 0.07, cz]);
  box('Tiles', [cx - 0.085, cy - 0.085, cz - 0.05], [cx + 0.085, cy + 0.085, cz]);
  return mesh;
}

/** Where the smoke comes from. */
export function flue(): KriMesh {
  const mesh = new KriMesh();
  const half = 0.04;
  mesh.face('Tiles', [
    [-half, -half, 0],
    [half, -half, 0],
    [half, half, 0],
    [-half, half, 0],
  ]);
  return mesh;
}

/** A rowing boat, bow along +x. */
export function boat(): KriMesh {
  const mesh = new KriMesh();
  const stations = 10,
    ribs = 8;
  const hull = (inset: number): Vec3[][] =>
    Array.from({ length: stations + 1 }, (_, i) => {
      const t = i / stations,
        x = lerp(-0.42, 0.5, t);
      const width = (0.19 * Math.sin(Math.PI * clamp(0.16 + 0.84 * t, 0, 1)) ** 0.75 + 0.002) * (1 - inset * 0.12);
      const keel = -0.13 + 0.12 * smoothstep(0.55, 1, t) ** 2 + inset * 0.025,
        rim = 0.1 + 0.07 * (2 * t - 1) ** 2;
      return Array.from({ length: ribs + 1 }, (_unused, k): Vec3 => {
        const a = Math.PI * (k / ribs - 0.5);
        return [x, width * Math.sin(a), lerp(rim, keel, Math.cos(a) ** 0.8)];
      });
    });
  for (const inside of [false, true]) {
    const rows = hull(inside ? 1 : 0).map((row) => row.map((p) => mesh.vertex(p)));
    const first = mesh.vertices.length - rows.flat().length;
    for (let i = 0; i < stations; ++i)
      for (let k = 0; k < ribs; ++k) {
        const [a, b, c, d] = [rows[i]![k]!, rows[i]![k + 1]!, rows[i + 1]![k + 1]!, rows[i + 1]![k]!];
        if (inside) mesh.quad('Planks', a, d, c, b);
        else mesh.quad('Hull', a, b, c, d);
      }
    // Each skin has normals of its own: the two meet at the rim only.
    const normals = rows.map((row, i) =>
      row.map((_, k) => {
        const at = (x: number, y: number): Vec3 =>
          mesh.vertices[rows[clamp(x, 0, stations)]![clamp(y, 0, ribs)]!]!.position;
        const [along, across] = [
          [at(i - 1, k), at(i + 1, k)],
          [at(i, k - 1), at(i, k + 1)],
        ] as const;
        const e = along[1].map((c, j) => c - along[0][j]!) as unknown as Vec3,
          f = across[1].map((c, j) => c - across[0][j]!) as unknown as Vec3;
        const n = normalize([f[1] * e[2] - f[2] * e[1], f[2] * e[0] - f[0] * e[2], f[0] * e[1] - f[1] * e[0]]);
        return inside ? (n.map((c) => -c) as unknown as Vec3) : n;
      }),
    );
    normals.flat().forEach((n, i) => (mesh.vertices[first + i]!.normal = n));
  }
  for (const x of [-0.16, 0.12])
    mesh.face('Planks', [
      [x - 0.05, -0.17, 0.05],
      [x + 0.05, -0.17, 0.05],
      [x + 0.05, 0.17, 0.05],
      [x - 0.05, 0.17, 0.05],
    ]);
  return mesh;
}

export const flagBones = 4;
export const flagLength = 1.05;

/** A pennant along +x from its pole at the origin, moved by a row of bones. */
export function pennant(): KriMesh {
  const mesh = new KriMesh([], ['Cloth']);
  const steps = 16,
    high = 6;
  const rows = Array.from({ length: steps + 1 }, (_, i) => {
    const t = i / steps,
      half = 0.2 * (1 - 0.78 * t);
    const place = t * flagBones - 0.5;
    const bone = clamp(Math.floor(place), 0, flagBones - 1),
      next = clamp(bone + 1, 0, flagBones - 1),
      share = clamp(place - bone, 0, 1);
    const weights =
      bone === next || share === 0
        ? [{ bone: bone + 1, weight: 1 }]
        : [
            { bone: bone + 1, weight: 1 - share },
            { bone: next + 1, weight: share },
          ];
    return Array.from({ length: high + 1 }, (_unused, k) => {
      const v = k / high;
      const stripe = Math.abs(v - 0.5) < 0.2 ? hex(0xf0c050) : hex(0xc23b2e);
      return mesh.vertex([t * flagLength, 0, lerp(-half, half, v)], {
        normal: [0, -1, 0],
        colors: [stripe as Vec3],
        weights,
      });
    });
  });
  for (let i = 0; i < steps; ++i)
    for (let k = 0; k < high; ++k)
      mesh.quad('Cloth', rows[i]![k]!, rows[i + 1]![k]!, rows[i + 1]![k + 1]!, rows[i]![k + 1]!);
  return mesh;
}

/** The pole over the lantern's roof. */
export function pole(): KriMesh {
  const mesh = new KriMesh();
  const profile: Ring[] = [
    [0.02, 0],
    [0.014, 1.02],
    [0.03, 1.04],
    [0.03, 1.08],
    [0, 1.11],
  ];
  lathe(mesh, { material: 'Iron', profile, sides: 10 });
  return mesh;
}
