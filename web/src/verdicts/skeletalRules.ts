// Rules about an IQM: each finds where a profile's limit is broken.

import {
  arrayNames,
  bitsOf,
  arrayOf,
  type ArrayName,
  columnOf,
  fieldAt,
  type SkeletalAction,
  type SkeletalField,
  type SkeletalMesh,
  type SkeletalModel,
} from './skeletalModel';
import { type Aspect, movedBy, posingWays } from './skeletalPosing';
import type { Hit } from './meshRules';
import type { ProfileRule } from './profile';

type SkeletalRule = (model: SkeletalModel, rule: ProfileRule) => readonly Hit[];

/** Distances that no eye sees, as a share of the model. */
const kUnseen = 5e-4;
/** Bytes of a box of a frame. */
const kBoxBytes = 32;
const kWords: Readonly<Record<ArrayName, string>> = {
  position: 'positions',
  texcoord: 'texture coordinates',
  normal: 'normals',
  tangent: 'tangents',
  blendindexes: 'joints of vertices',
  blendweights: 'weights',
  color: 'colours',
};

/** The first with the number of all. */
const joined = (hits: readonly Hit[]): Hit[] => (hits[0] ? [{ ...hits[0], count: hits.length }] : []);

const over = (offset: number, found: number, limit: number | undefined): Hit[] =>
  limit !== undefined && found > limit ? [{ offset, found, limit }] : [];

const field = ({ header }: SkeletalModel, name: SkeletalField): { offset: number; found: number } => ({
  offset: fieldAt(name),
  found: header[name],
});

/** An array of a form that is not among the names of the rule; `animated`: where there are frames. */
const form =
  (name: ArrayName): SkeletalRule =>
  (model, { names = [], mode }) => {
    const array = mode === 'animated' && model.header.num_frames === 0 ? undefined : arrayOf(model, name);
    return array && !names.some((one) => one === array.form || one === array.format)
      ? [{ offset: array.at + 8, found: `${kWords[name]} are ${array.form}`, limit: names.join(', ') }]
      : [];
  };

/** The names of the rule are those that need it: meshes, vertices, joints, frames; without names any file does. The mode is the only form that counts. */
const missing =
  (name: ArrayName): SkeletalRule =>
  (model, { names, mode }) => {
    const array = arrayOf(model, name);
    if (names && !names.some((one) => needs(model, one))) return [];
    return array && (mode === undefined || (array.fits && mode === array.form))
      ? []
      : [{ offset: array ? array.at + 8 : fieldAt('num_vertexarrays'), found: kWords[name] }];
  };

function needs({ header: h }: SkeletalModel, what: string): boolean {
  const count = {
    meshes: h.num_meshes,
    vertices: h.num_vertexes,
    joints: h.num_meshes > 0 ? h.num_joints : 0,
    frames: h.num_vertexes > 0 ? h.num_frames + h.num_anims : 0,
    skin: h.num_vertexes > 0 ? h.num_joints + h.num_frames + h.num_anims : 0,
  }[what];
  return (count ?? 0) > 0;
}

const eachMesh =
  (broken: (mesh: SkeletalMesh, model: SkeletalModel, rule: ProfileRule) => Hit[]): SkeletalRule =>
  (model, rule) =>
    joined(model.meshes.flatMap((mesh) => broken(mesh, model, rule)));

const eachAction =
  (broken: (action: SkeletalAction, model: SkeletalModel, rule: ProfileRule) => Hit[]): SkeletalRule =>
  (model, rule) =>
    joined(model.actions.flatMap((action) => broken(action, model, rule)));

/** Corners of triangles that `isBad`, by index and by the mesh that they are in. */
const eachCorner =
  (isBad: (index: number, model: SkeletalModel) => boolean): SkeletalRule =>
  (model) => {
    const { triangles, header } = model;
    const at = triangles.findIndex((index) => isBad(index, model));
    if (at < 0) return [];
    const count = triangles.reduce((sum, index) => sum + (isBad(index, model) ? 1 : 0), 0);
    return [{ offset: header.ofs_triangles + 4 * at, found: triangles[at]!, limit: header.num_vertexes - 1, count }];
  };

const ofMeshes =
  (isBad: (index: number, mesh: SkeletalMesh) => boolean, limit: (mesh: SkeletalMesh) => number): SkeletalRule =>
  ({ meshes, triangles, header }) => {
    const hits: Hit[] = [];
    for (const mesh of meshes) {
      const from = 3 * mesh.firstTriangle,
        to = Math.min(triangles.length, from + 3 * mesh.triangles);
      for (let k = from; k < to; k++)
        if (isBad(triangles[k]!, mesh))
          hits.push({ offset: header.ofs_triangles + 4 * k, found: triangles[k]!, limit: limit(mesh) });
    }
    return joined(hits);
  };

/** Strings of what the rule names that begin outside of the text. */
const strings: SkeletalRule = ({ meshes, joints, actions, arrays, header, bytes }, { names = [] }) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at: Readonly<Record<string, readonly number[]>> = {
    mesh: meshes.map((mesh) => mesh.at),
    material: meshes.map((mesh) => mesh.at + 4),
    joint: joints.map((joint) => joint.at),
    action: actions.map((action) => action.at),
  };
  const limit = header.num_text;
  const hits = names
    .flatMap((name) => at[name] ?? [])
    .flatMap((offset) => {
      const found = view.getUint32(offset, true);
      return found >= limit ? [{ offset, found, limit }] : [];
    });
  const custom = names.includes('array') ? arrays.filter(({ name }) => name === undefined) : [];
  return joined([
    ...hits,
    ...custom.flatMap(({ at: record }) => {
      const found = view.getUint32(record, true) - 16;
      return found >= limit ? [{ offset: record, found, limit }] : [];
    }),
  ]);
};

/** Values that are no numbers, of arrays, joints or poses that the rule names. */
const notNumbers =
  (isBad: (value: number) => boolean): SkeletalRule =>
  (model, { names = [] }) => {
    const hits: Hit[] = [];
    const position = names.includes('position') ? arrayOf(model, 'position') : undefined;
    for (const c of position ? [0, 1, 2] : []) {
      const v = columnOf(model, position!, c).findIndex(isBad);
      if (v >= 0) hits.push({ offset: position!.offset, found: `position of vertex ${v}` });
    }
    if (names.includes('joint'))
      for (const [i, { at, local }] of model.joints.entries())
        if (local.some(isBad)) hits.push({ offset: at + 8, found: `joint ${i}` });
    if (names.includes('pose'))
      for (const [i, { at, offset, scale }] of model.poses.entries())
        if (offset.some(isBad) || scale.some(isBad)) hits.push({ offset: at + 8, found: `pose ${i}` });
    return joined(hits);
  };

/** Scales of joints, and of poses in every frame. */
const scales =
  (isBad: (scale: readonly number[]) => boolean): SkeletalRule =>
  ({ joints, poses, header, masked, channels }) => {
    const hits = joints.flatMap(({ at, local }) => {
      const scale = [...local.subarray(7)];
      return isBad(scale) ? [{ offset: at + 36, found: scale.map(short).join(' ') }] : [];
    });
    let before = 0;
    for (const { at, offset, scale, mask } of poses) {
      const first = offset.length - 3,
        parts = [first, first + 1, first + 2];
      const column = (c: number): number => before + bitsOf(mask & ((1 << c) - 1));
      const isMoving = mask >> first !== 0;
      const frames = isMoving ? Math.min(header.num_frames, Math.floor(channels.length / Math.max(masked, 1))) : 1;
      for (let frame = 0; frame < frames; frame++) {
        const own = parts.map((c) =>
          mask & (1 << c) ? offset[c]! + channels[frame * masked + column(c)]! * scale[c]! : offset[c]!,
        );
        if (!isBad(own)) continue;
        hits.push({ offset: at + 8 + 4 * first, found: own.map(short).join(' ') });
        break;
      }
      before += bitsOf(mask);
    }
    return joined(hits);
  };

const short = (value: number): string => String(Number(value.toPrecision(4)));

/** The engine draws vertices elsewhere, in the way of the rule. */
const posed =
  (aspect: Aspect): SkeletalRule =>
  (model, { mode, limit = kUnseen }) => {
    const moved = mode === undefined ? undefined : movedBy(model, aspect, mode);
    return moved && moved.distance > limit * moved.size
      ? [{ offset: undefined, found: moved.distance, limit: moved.frame }]
      : [];
  };

const aspects = Object.fromEntries(
  (Object.keys(posingWays) as Aspect[]).map((aspect) => [`pose.${aspect}`, posed(aspect)]),
);

const lowerNames = (actions: readonly SkeletalAction[]): string[] => actions.map(({ name = '' }) => name.toLowerCase());

export const skeletalRules: Readonly<Record<string, SkeletalRule>> = {
  'file.header': ({ bytes, hasHeader }) =>
    hasHeader ? [] : [{ offset: bytes.length, found: bytes.length, limit: 124 }],
  'file.magic': ({ hasMagic }) => (hasMagic ? [] : [{ offset: 0 }]),
  'file.version': (model, { values = [] }) => {
    const { found, offset } = field(model, 'version');
    return model.hasHeader && !values.includes(found) ? [{ offset, found, limit: values.join(', ') }] : [];
  },
  'file.size': (model, { mode }) => {
    const { found, offset } = field(model, 'filesize'),
      limit = model.bytes.length;
    return found > limit || (mode === 'equal' && found !== limit) ? [{ offset, found, limit }] : [];
  },
  'file.bytes_max': ({ bytes }, { limit }) => over(0, bytes.length, limit),
  // Within the size that the header gives, or the length of the file; `names` are the parts that are looked at.
  'section.range': ({ parts, bytes, header }, { names = [], mode }) => {
    const limit = mode === 'header' ? Math.min(header.filesize, bytes.length) : bytes.length;
    return joined(
      parts
        .filter(({ name, offset, count, bytes: size }) => names.includes(name) && count > 0 && offset + size > limit)
        .map(({ field: at, offset }) => ({ offset: at, found: offset, limit })),
    );
  },
  // `begin`: only one that begins outside.
  'section.array_range': ({ arrays, bytes, header }, { mode }) => {
    const limit = mode === 'header' ? Math.min(header.filesize, bytes.length) : bytes.length;
    return joined(
      arrays
        .filter(({ fits, offset }) => !fits && (mode !== 'begin' || offset >= limit))
        .map(({ at, offset }) => ({ offset: at + 16, found: offset, limit })),
    );
  },
  'section.empty': ({ parts }, { names = [] }) =>
    joined(
      parts
        .filter(({ name, offset, count }) => names.includes(name) && count === 0 && offset !== 0)
        .map(({ name, field: offset }) => ({ offset, found: name })),
    ),
  'section.none': ({ header: h }, { names = [] }) => {
    const counts: Readonly<Record<string, SkeletalField>> = {
      arrays: 'num_vertexarrays',
      triangles: 'num_triangles',
      meshes: 'num_meshes',
      frames: 'num_frames',
      actions: 'num_anims',
    };
    return names
      .flatMap((name) => (h[counts[name]!] === 0 ? [{ offset: fieldAt(counts[name]!), found: name }] : []))
      .slice(0, 1);
  },
  'array.form': ({ arrays }, { names = [], mode }) =>
    joined(
      arrays
        .filter(
          ({ name, format, components }) =>
            (mode !== 'known' || name !== undefined) &&
            (!names.includes(format) || (mode !== 'known' && (components < 1 || components > 4))),
        )
        .map(({ at, form: found }) => ({ offset: at + 8, found, limit: names.join(', ') })),
    ),
  'array.components': ({ arrays }, { limit }) =>
    joined(arrays.flatMap(({ at, components }) => over(at + 12, components, limit))),
  'array.twice': ({ arrays }, { names = [] }) =>
    joined(
      arrays
        .filter(
          ({ name }, i) =>
            name !== undefined && names.includes(name) && arrays.findIndex((other) => other.name === name) < i,
        )
        .map(({ at, name }) => ({ offset: at, found: kWords[name!] })),
    ),
  ...Object.fromEntries(
    arrayNames.flatMap((name) => [
      [`${name}.form`, form(name)],
      [
        `${name}.misread`,
        (model: SkeletalModel, { names = [] }: ProfileRule) => {
          const array = arrayOf(model, name);
          return array && names.includes(array.form)
            ? [{ offset: array.at + 8, found: `${kWords[name]} are ${array.form}` }]
            : [];
        },
      ],
      [`${name}.missing`, missing(name)],
    ]),
  ),
  'blend.alone': (model) => {
    const array = arrayOf(model, 'blendindexes') ?? arrayOf(model, 'blendweights');
    return array && model.header.num_joints === 0 ? [{ offset: array.at }] : [];
  },
  'blend.range': (model) => {
    const indexes = arrayOf(model, 'blendindexes'),
      weights = arrayOf(model, 'blendweights'),
      limit = model.header.num_joints;
    if (!indexes || !weights || limit === 0) return [];
    const hits: Hit[] = [];
    for (let c = 0; c < Math.min(indexes.components, weights.components, 8); c++) {
      const joint = columnOf(model, indexes, c, true),
        weight = columnOf(model, weights, c);
      for (const [v, found] of joint.entries())
        if (found >= limit && weight[v]! > 0) hits.push({ offset: indexes.offset, found, limit: limit - 1 });
    }
    return joined(hits);
  },
  'text.none': (model) => (model.header.num_text === 0 ? [{ offset: fieldAt('num_text') }] : []),
  'text.range': strings,
  'text.unended': ({ header: h, bytes }) =>
    h.num_text > 0 && bytes[h.ofs_text + h.num_text - 1] !== 0 ? [{ offset: h.ofs_text + h.num_text - 1 }] : [],
  'text.utf8': ({ meshes, joints, actions }) =>
    joined(
      [
        ...meshes.flatMap(({ at, name, material }) => [name, material].map((text) => ({ at, text }))),
        ...[...joints, ...actions].map(({ at, name }) => ({ at, text: name })),
      ]
        .filter(({ text = '' }) => !isUtf8(text))
        .map(({ at, text }) => ({ offset: at, found: text! })),
    ),
  // `start`: an empty mesh must begin inside of what there is; `vertices`: triangles are not looked at.
  'mesh.range': eachMesh(({ at, firstVertex, vertices, firstTriangle, triangles }, { header: h }, { mode }) => {
    const outside = (first: number, count: number, all: number): boolean =>
      first + count > all || (mode === 'start' && first >= all);
    if (outside(firstVertex, vertices, h.num_vertexes))
      return [{ offset: at + 8, found: firstVertex + vertices, limit: h.num_vertexes }];
    return mode !== 'vertices' && outside(firstTriangle, triangles, h.num_triangles)
      ? [{ offset: at + 16, found: firstTriangle + triangles, limit: h.num_triangles }]
      : [];
  }),
  'mesh.empty': eachMesh(({ at, vertices, triangles }) =>
    vertices === 0 || triangles === 0 ? [{ offset: at + 12 }] : [],
  ),
  'model.empty': ({ meshes }) =>
    meshes.length > 0 && meshes.every(({ triangles }) => triangles === 0) ? [{ offset: fieldAt('num_triangles') }] : [],
  'mesh.verts_max': eachMesh(({ at, vertices }, _, { limit }) => over(at + 12, vertices, limit)),
  'mesh.tris_max': eachMesh(({ at, triangles }, _, { limit }) => over(at + 20, triangles, limit)),
  'model.verts_max': (model, { limit }) => over(fieldAt('num_vertexes'), model.header.num_vertexes, limit),
  'tris.none': ({ header: h }) =>
    h.num_meshes > 0 && h.num_triangles === 0 ? [{ offset: fieldAt('num_triangles') }] : [],
  'index.past': eachCorner((index, { header }) => index > header.num_vertexes),
  'index.last': eachCorner((index, { header }) => index === header.num_vertexes),
  'index.foreign': ofMeshes(
    (index, { firstVertex, vertices }) => index < firstVertex || index >= firstVertex + vertices,
    ({ firstVertex, vertices }) => firstVertex + vertices - 1,
  ),
  'index.wrap': ofMeshes(
    (index, { firstVertex }) => index - firstVertex > 65535,
    ({ firstVertex }) => firstVertex + 65535,
  ),
  'joints.max': (model, { limit, mode }) =>
    mode === 'animated' && model.header.num_frames === 0
      ? []
      : over(fieldAt('num_joints'), model.header.num_joints, limit),
  'joints.parent_order': ({ joints }) =>
    joined(joints.flatMap(({ at, parent }, i) => (parent >= i ? [{ offset: at + 4, found: parent }] : []))),
  'joints.parent_range': ({ joints }) =>
    joined(joints.flatMap(({ at, parent }) => (parent >= joints.length ? [{ offset: at + 4, found: parent }] : []))),
  'joints.root': ({ joints }) =>
    joined(joints.flatMap(({ at, parent }) => (parent < -1 ? [{ offset: at + 4, found: parent }] : []))),
  'joints.name_max': ({ joints }, { limit }) =>
    joined(joints.flatMap(({ at, name = '' }) => over(at, name.length, limit))),
  // `parents`: of one that has children.
  'joints.turn_zero': ({ joints }, { mode }) =>
    joined(
      joints.flatMap(({ at, local }, i) =>
        local.subarray(3, 7).every((part) => part === 0) &&
        (mode !== 'parents' || joints.some(({ parent }) => parent === i))
          ? [{ offset: at + 20, found: i }]
          : [],
      ),
    ),
  'joints.flat': ({ joints }) =>
    joined(
      joints.flatMap(({ at, local }, i) =>
        local.subarray(7).some((part) => part === 0) ? [{ offset: at + 36, found: i }] : [],
      ),
    ),
  // `none`: no poses are as good; `either`: no joints too; `animated`: where there are actions, of a model with meshes.
  'poses.count': (model, { mode }) => {
    const { num_poses: found, num_joints: joints, num_meshes: meshes, num_anims: actions } = model.header;
    const limit = mode === 'animated' && meshes === 0 ? 0 : joints;
    if (found === limit || (mode === 'animated' && actions === 0)) return [];
    if ((mode === 'none' || mode === 'either') && found === 0) return [];
    return mode === 'either' && limit === 0 ? [] : [{ offset: fieldAt('num_poses'), found, limit }];
  },
  'poses.shifted': (model) => {
    const { num_poses: found, num_joints: limit, num_frames: frames } = model.header;
    return limit > 0 && found > 0 && frames > 0 && found !== limit
      ? [{ offset: fieldAt('num_poses'), found, limit }]
      : [];
  },
  'poses.alone': (model) => {
    const { found, offset } = field(model, 'num_poses');
    return found > 0 && model.header.num_joints === 0 ? [{ offset, found }] : [];
  },
  'frames.max': (model, { limit }) => over(fieldAt('num_frames'), model.header.num_frames, limit),
  // `later`: it shifts what does not begin with the first frame; `more`: the poses count more.
  'frames.channels': (model, { mode }) => {
    const { found, offset } = field(model, 'num_framechannels');
    if (model.header.num_frames === 0 || found === model.masked) return [];
    if (mode === 'more' && found > model.masked) return [];
    return mode === 'later' && !model.actions.some(({ first }) => first > 0)
      ? []
      : [{ offset, found, limit: model.masked }];
  },
  'bounds.frameless': ({ header: h }) =>
    h.ofs_bounds !== 0 && h.num_frames === 0 ? [{ offset: fieldAt('ofs_bounds') }] : [],
  'bounds.missing': ({ header: h }) =>
    h.ofs_bounds === 0 && h.num_frames > 0 ? [{ offset: fieldAt('ofs_bounds') }] : [],
  'bounds.read': ({ header: h, bytes }) =>
    h.ofs_bounds + kBoxBytes * h.num_frames > bytes.length
      ? [{ offset: fieldAt('ofs_bounds'), found: kBoxBytes * h.num_frames, limit: bytes.length }]
      : [],
  'actions.frameless': eachAction(({ at, name = '', frames }) =>
    frames === 0 ? [{ offset: at + 8, found: name }] : [],
  ),
  'actions.range': eachAction(({ at, first, frames }, { header }) => over(at + 8, first + frames, header.num_frames)),
  'actions.unreached': ({ header: h, actions }) => {
    const reached = actions.reduce((most, { first, frames }) => Math.max(most, first + frames), 0);
    return h.num_frames > reached && h.num_poses > 0
      ? [{ offset: fieldAt('num_anims'), found: h.num_frames - reached, limit: h.num_frames }]
      : [];
  },
  'actions.none': ({ header: h }) =>
    h.num_anims === 0 && h.num_frames > 0 ? [{ offset: fieldAt('num_anims'), found: h.num_frames }] : [],
  'actions.asked': ({ header, actions }, { mode = '' }) =>
    actions.length > 0
      ? [
          {
            offset: header.ofs_anims,
            found: actions
              .slice(0, 40)
              .map(({ name }) => name ?? '')
              .join(', '),
            limit: mode,
          },
        ]
      : [],
  'actions.name_twice': ({ actions }) => {
    const names = lowerNames(actions);
    return joined(
      actions.flatMap(({ at, name = '' }, i) =>
        names.indexOf(name.toLowerCase()) < i ? [{ offset: at, found: name }] : [],
      ),
    );
  },
  'actions.name_max': eachAction(({ at, name = '' }, _, { limit }) => over(at, name.length, limit)),
  'actions.name_prefix': ({ actions }) => {
    const names = lowerNames(actions);
    return joined(
      actions.flatMap(({ at, name = '' }, i) => {
        const other = names.findIndex((one, k) => k < i && one !== names[i] && one.startsWith(names[i]!));
        return name !== '' && other >= 0 ? [{ offset: at, found: name, limit: actions[other]!.name ?? '' }] : [];
      }),
    );
  },
  'actions.name_colon': eachAction(({ at, name = '' }) => (name.includes(':') ? [{ offset: at, found: name }] : [])),
  'actions.rate_whole': eachAction(({ at, rate }) =>
    Number.isInteger(rate) || !Number.isFinite(rate) ? [] : [{ offset: at + 12, found: rate, limit: Math.trunc(rate) }],
  ),
  'material.max': eachMesh(({ at, material = '' }, _, { limit }) => over(at + 4, material.length, limit)),
  'flags.header': (model) => (model.header.flags === 0 ? [] : [field(model, 'flags')]),
  'scale.uneven': scales((s) => Math.trunc(s[0]! - s[1]!) !== 0 || Math.trunc(s[1]! - s[2]!) !== 0),
  'scale.negative': scales((s) => s[0]! < 0),
  'number.nan': notNumbers((value) => !Number.isFinite(value)),
  'number.infinite': notNumbers((value) => Math.abs(value) === Infinity),
  ...aspects,
};

/** Texts are read a byte a character. */
function isUtf8(text: string): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(text, (c) => c.charCodeAt(0)));
    return true;
  } catch {
    return false;
  }
}
