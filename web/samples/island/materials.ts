// Materials of the island: what each kind of surface is made of, once for each room, with the room's lightmap.

import type { Op, Room } from './room';

const scroll = (x: number, y: number): object => ({
  value: [0, 0],
  anim: { b: 'TIME', c: 'CONST', const: [x, y, 0, 0] },
});

/** Without the lightmap, which is the room's. */
const kinds: Record<string, Record<string, unknown>> = {
  stone: { texture: 'stone', bump: 'stone bump', detail: 'grit', detailScale: [5, 5], specular: 0.28 },
  flags: { texture: 'stone', bump: 'stone bump', detail: 'grit', detailScale: [5, 5], color: [0.92, 0.9, 0.9], specular: 0.9 }, // prettier-ignore
  rock: { texture: 'rock', bump: 'rock bump', detail: 'grit', detailScale: [6, 6], specular: 0.55 },
  planks: { texture: 'planks', bump: 'planks bump', detail: 'grit', detailScale: [4, 4], specular: 0.25 },
  timber: { texture: 'timber', bump: 'timber bump', detail: 'grit', detailScale: [4, 4], specular: 0.25 },
  iron: { texture: 'iron', bump: 'iron bump', detail: 'grit', detailScale: [4, 4], specular: 1 },
  brass: { texture: 'brass', env: 'brass env dim', specular: 1.3 },
  bell: { texture: 'brass', color: [0.66, 0.62, 0.58], env: 'brass env', specular: 1 },
  paint: { texture: 'paint', detail: 'grit', detailScale: [4, 4], specular: 0.3 },
  rope: { texture: 'timber', color: [0.95, 0.85, 0.7] },
  glass: { texture: 'lens', color: [1.3, 1.22, 1.12], env: 'water env' },
  water: { bump: 'water bump', color: [0.11, 0.17, 0.2], env: 'water env', specular: 0.9, uvTranslate: scroll(1 / 32, 3 / 64) }, // prettier-ignore
};

/** Materials that belong to no room: added light, sky, heron and boards. */
const own: Record<string, Record<string, unknown>> = {
  sky: { lightmap: 'sky', phases: ['lightmap'], castShadow: false },
  glow: { texture: 'glow', phases: ['extra'], blend: 'add', castShadow: false, color: [0.8, 0.8, 0.8] },
  ember: { texture: 'glow', phases: ['extra'], blend: 'add', castShadow: false, color: [0.9, 0.55, 0.4] },
  beam: { texture: 'beam', phases: ['extra'], blend: 'add', castShadow: false, color: [0.5, 0.5, 0.5], uvScale: [1 / 25.1, 1 / 1.1] }, // prettier-ignore
  fire: { texture: 'fire', phases: ['extra'], blend: 'add', castShadow: false, uvScale: [0.5, 0.6], uvTranslate: scroll(1 / 32, 1 / 2) }, // prettier-ignore
  flame: { texture: 'flame', phases: ['extra'], blend: 'add', castShadow: false },
  rain: { texture: 'rain', phases: ['extra'], blend: 'add', castShadow: false, uvScale: [0.35, 0.25], uvTranslate: scroll(1 / 16, -2) }, // prettier-ignore
  dial: { texture: 'iron', lightmap: 'dim', castShadow: false, uvScale: [0.6, 0.6] },
  ...Object.fromEntries(
    ['body', 'feather', 'horn', 'eye'].map((part) => [
      `heron ${part}`,
      { texture: `heron ${part}`, lightmap: 'dusk light', specular: part === 'eye' ? 1 : 0.05 },
    ]),
  ),
};

/** A kind with `!` casts shadows: its surfaces are closed. */
export function materials(rooms: readonly Room[]): Record<string, Op> {
  const table: Record<string, Op> = {};
  for (const { name, models } of rooms)
    for (const kind of new Set(models.flatMap((model) => model.patches.map(({ material }) => material)))) {
      const plain = kinds[kind.replace('!', '')];
      if (plain === undefined) throw new Error(`no material ${kind}`);
      table[`${name} ${kind}`] = {
        ...plain,
        // The lens is lit from within.
        lightmap: kind === 'glass' ? 'flame light' : `${name} light`,
        castShadow: kind.endsWith('!'),
        phases:
          kind === 'glass'
            ? ['lightmap', 'mul', 'add']
            : ['lightmap', 'prebump', 'light', 'mul', 'specular', ...('env' in plain ? ['add'] : [])],
      };
    }
  return { ...table, ...own };
}

const file = (name: string): string => `${name}.png`;

export const textures = (rooms: readonly Room[]): Record<string, Op> => ({
  ...Object.fromEntries(['stone', 'rock', 'planks', 'timber', 'iron', 'water'].map((name) => [`${name} bump`, file(`${name}_bump`)])), // prettier-ignore
  ...Object.fromEntries(['stone', 'rock', 'planks', 'timber', 'iron', 'brass', 'paint', 'fire', 'flame', 'rain', 'glow', 'beam', 'lens', 'sky'].map((name) => [name, file(name)])), // prettier-ignore
  ...Object.fromEntries(['body', 'feather', 'horn', 'eye'].map((part) => [`heron ${part}`, file(`heron_${part}`)])),
  ...Object.fromEntries(rooms.map(({ name }) => [`${name} light`, file(`${name.replace(' ', '_')}_light`)])),
  'brass env': file('brass_env'),
  'brass env dim': { in: ['brass env'], gain: [0.4, 0.4, 0.4] },
  'dusk env': file('dusk_env'),
  'water env': { in: ['dusk env'], gain: [0.5, 0.42, 0.4] },
  grit: { file: 'grit.png', gain: [2, 2, 2] },
  dim: { fill: [0.5, 0.46, 0.44] },
  'flame light': { fill: [1, 0.88, 0.62] },
  'dusk light': { fill: [0.4, 0.38, 0.4] },
});
