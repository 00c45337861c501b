// Validation of a user's own profile, with positions of errors: the rules of profiles.schema.json.

import type { ProfileFile } from './profile';

/** `path` is where in the file: `engines.mine.rules`. */
export class ProfileError extends Error {
  constructor(
    readonly path: string,
    what: string,
  ) {
    super(`${path}: ${what}`);
  }
}

type Check = (value: unknown, path: string) => void;

const kSeverities = ['crash', 'fatal', 'refuse', 'wrong', 'loss', 'ignored', 'info'];
const kVerdicts = ['ok', 'differs', 'anim_refused', 'empty', 'refuse', 'engine_stops', 'crash', 'no_reader'];
const kProofs = ['measured', 'read', 'inferred', 'unverified'];

const text: Check = (value, path) => {
  if (typeof value !== 'string') throw new ProfileError(path, 'is a text');
};
const flag: Check = (value, path) => {
  if (typeof value !== 'boolean') throw new ProfileError(path, 'is true or false');
};
const number: Check = (value, path) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new ProfileError(path, 'is a number');
};
const oneOf =
  (choices: readonly string[]): Check =>
  (value, path) => {
    if (typeof value !== 'string' || !choices.includes(value))
      throw new ProfileError(path, `is one of ${choices.join(', ')}`);
  };
const orNull =
  (check: Check): Check =>
  (value, path) => {
    if (value !== null) check(value, path);
  };
const listOf =
  (check: Check): Check =>
  (value, path) => {
    if (!Array.isArray(value)) throw new ProfileError(path, 'is a list');
    for (const [i, item] of value.entries()) check(item, `${path}[${i}]`);
  };
const mapOf =
  (check: Check, keys?: Check): Check =>
  (value, path) => {
    for (const [key, item] of Object.entries(objectOf(value, path))) {
      keys?.(key, `${path}.${key}`);
      check(item, `${path}.${key}`);
    }
  };
const shaped =
  (shape: Readonly<Record<string, Check>>, required: readonly string[] = []): Check =>
  (value, path) => {
    const object = objectOf(value, path);
    for (const key of required) if (!Object.hasOwn(object, key)) throw new ProfileError(path, `'${key}' is missing`);
    for (const [key, item] of Object.entries(object)) {
      const check = Object.hasOwn(shape, key) ? shape[key] : undefined;
      if (!check)
        throw new ProfileError(`${path}.${key}`, `is not a key here; there are ${Object.keys(shape).join(', ')}`);
      check(item, `${path}.${key}`);
    }
  };

function objectOf(value: unknown, path: string): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ProfileError(path, 'is an object');
  return value;
}

const engineKey: Check = (value, path) => {
  if (typeof value !== 'string' || !/^[a-z0-9][a-z0-9-]*$/.test(value) || value === 'all')
    throw new ProfileError(path, "an engine's key is of small letters, digits and '-', and is not 'all'");
};

const rule = shaped(
  {
    severity: oneOf(kSeverities),
    limit: number,
    min: number,
    max: number,
    values: listOf(number),
    names: listOf(text),
    mode: text,
    verdict: oneOf(kVerdicts),
    source: text,
    proof: oneOf(kProofs),
  },
  ['severity'],
);

const outcomes = mapOf(oneOf(kVerdicts), oneOf(kSeverities));

const images = shaped(
  {
    rule: oneOf(['numbered', 'md2-skins', 'material', 'relative']),
    names: listOf(text),
    types: listOf(text),
    extras: listOf(text),
    skins: number,
    frames: number,
    shaderBytes: number,
    noSlash: flag,
  },
  ['rule', 'types'],
);

const frameReader = shaped({
  extends: text,
  proof: oneOf(kProofs),
  onError: text,
  outcomes,
  parser: text,
  rules: mapOf(orNull(rule)),
  replaced: text,
  skins: listOf(text),
  companions: listOf(text),
  images,
});

const limit = orNull(number);

const writer = shaped({
  unitsPerMetre: limit,
  axes: shaped({ forward: text, left: text, up: text }, ['forward', 'left', 'up']),
  joints: limit,
  nameBytes: number,
  namePattern: text,
  influences: limit,
  biasSteps: limit,
  oneBindPosition: flag,
  compress: flag,
  animations: oneOf(['per-action', 'one-file']),
  frameRate: (value, path) => (value === 'source' ? undefined : number(value, path)),
  loop: oneOf(['closing-frame', 'open']),
  bounds: oneOf(['used', 'used-whole', 'counted', 'ignored']),
  rootMotion: oneOf(['keep', 'lock']),
  verticesPerMesh: limit,
  verticesPerModel: limit,
  trianglesPerMesh: limit,
  trianglesPerModel: limit,
  weightsPerMesh: limit,
  meshes: limit,
  meshesAtMostJoints: flag,
  parentIndexMax: limit,
  layout: shaped({ mesh: text, animation: text, pathBytes: limit }, ['mesh', 'animation', 'pathBytes']),
  shader: shaped({ kind: oneOf(['material', 'base-name', 'md2-skin', 'image-path']), bytes: limit, slash: flag }, [
    'kind',
    'bytes',
    'slash',
  ]),
  companions: listOf(text),
  images: orNull(
    shaped({ types: listOf(oneOf(['png', 'jpg', 'tga'])), suffix: text, glow: orNull(text), plain: flag }, [
      'types',
      'suffix',
      'glow',
    ]),
  ),
  replaces: orNull(oneOf(['mdl', 'md2'])),
  playerHeight: number,
  drawsBackFaces: flag,
});

const profile = shaped(
  {
    name: text,
    family: text,
    extends: text,
    aliases: listOf(text),
    reads: flag,
    frames: shaped({ mdl: orNull(frameReader), md2: orNull(frameReader), md3: orNull(frameReader) }),
    skeletal: orNull(frameReader),
    choice: shaped({ order: listOf(text), why: text, source: text }, ['order', 'why', 'source']),
    origin: shaped({ repository: text, commit: text, date: text }, ['repository', 'commit']),
    proof: oneOf(kProofs),
    onError: text,
    instead: text,
    outcomes: shaped({ mesh: outcomes, anim: outcomes }),
    older: listOf(
      shaped({ until: text, verdicts: mapOf(oneOf(kVerdicts), oneOf(kVerdicts)), source: text }, ['until', 'verdicts']),
    ),
    parser: shaped({ mesh: text, anim: text }),
    rules: mapOf(orNull(rule)),
    animationNames: shaped({ names: listOf(text), alike: mapOf(text), only: text }, ['names', 'alike']),
    asks: shaped({ animation: text, replaced: text, optional: listOf(text), config: text, images }),
    writer,
  },
  ['name'],
);

const file = shaped(
  {
    $schema: text,
    version: (value, path) => {
      if (value !== 1) throw new ProfileError(path, 'is 1');
    },
    engines: mapOf(profile, engineKey),
  },
  ['version', 'engines'],
);

/** The given value, known to be a file of profiles. */
export function checkProfiles(given: unknown): ProfileFile {
  file(given, 'profiles');
  return given as ProfileFile;
}
