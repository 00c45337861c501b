// The engines that models are checked for and written for: data, read from profiles.json and from profiles that the user
// adds. Which rules there are is the business of rules.ts; here they are names with a severity and numbers.

import builtIn from './profiles.json';
import {
  type FrameKind,
  frameKinds,
  type FrameReader,
  type Outcomes,
  type Profile,
  type ProfileFile,
  type ProfileRule,
  type WriterFacts,
  type WrittenProfile,
} from './profile';
import { checkProfiles, ProfileError } from './profileCheck';

export type * from './profile';
export { ProfileError } from './profileCheck';

const kModel: Outcomes = { crash: 'crash', fatal: 'engine_stops', refuse: 'refuse', wrong: 'differs' };
const kOutcomes: Profile['outcomes'] = { mesh: kModel, anim: { ...kModel, refuse: 'anim_refused' } };

/** All profiles by key: ours, and those of `added` (parsed JSON), which may extend and replace them. Throws ProfileError. */
export function readProfiles(...added: readonly unknown[]): ReadonlyMap<string, Profile> {
  const written = new Map(Object.entries((builtIn as unknown as ProfileFile).engines));
  for (const file of added)
    for (const [key, profile] of Object.entries(checkProfiles(file).engines)) written.set(key, profile);
  return new Map([...written.keys()].map((key) => [key, resolved(key, written, [])]));
}

/** Finds an engine by key or by another of its names, in any letter case. */
export function profileOf(profiles: ReadonlyMap<string, Profile>, wanted: string): Profile | undefined {
  const key = wanted.toLowerCase();
  return profiles.get(key) ?? [...profiles.values()].find((profile) => [profile.key, ...profile.aliases].includes(key));
}

type Written = ReadonlyMap<string, WrittenProfile>;

function writtenOf(key: string, all: Written, below: readonly string[]): WrittenProfile {
  const written = all.get(key);
  if (!written) throw new ProfileError(`engines.${below.at(-1)}.extends`, `there is no engine '${key}'`);
  if (below.includes(key)) throw new ProfileError(`engines.${key}.extends`, 'it extends itself');
  return written;
}

/** Rules of `base` and those that change them; null takes one away. */
const rulesOf = (
  base: Profile['rules'] | undefined,
  own: Readonly<Record<string, ProfileRule | null>> | undefined,
): Profile['rules'] =>
  Object.fromEntries(
    Object.entries({ ...base, ...own }).filter((entry): entry is [string, ProfileRule] => entry[1] !== null),
  );

function frameReaderOf(
  key: string,
  kind: FrameKind | 'skeletal',
  all: Written,
  below: readonly string[],
): FrameReader | undefined {
  const profile = writtenOf(key, all, below),
    written = kind === 'skeletal' ? profile.skeletal : profile.frames?.[kind];
  if (written === null) return undefined;
  const { extends: other, rules, outcomes, ...own } = written ?? {};
  const parent = other ?? profile.extends;
  const base = parent === undefined ? undefined : frameReaderOf(parent, kind, all, [...below, key]);
  if (!written) return base;
  return {
    ...base,
    ...own,
    outcomes: { ...(base?.outcomes ?? kModel), ...outcomes },
    rules: rulesOf(base?.rules, rules),
  };
}

function resolved(key: string, all: Written, below: readonly string[]): Profile {
  const { extends: parent, outcomes, rules, writer, ...own } = writtenOf(key, all, below);
  const base = parent === undefined ? undefined : resolved(parent, all, [...below, key]);
  return {
    family: key,
    reads: true,
    proof: 'unverified',
    older: [],
    parser: {},
    asks: {},
    ...base,
    aliases: [],
    ...own,
    key,
    outcomes: {
      mesh: { ...kOutcomes.mesh, ...base?.outcomes.mesh, ...outcomes?.mesh },
      anim: { ...kOutcomes.anim, ...base?.outcomes.anim, ...outcomes?.anim },
    },
    rules: rulesOf(base?.rules, rules),
    frames: Object.fromEntries(
      frameKinds.flatMap((kind) => {
        const reader = frameReaderOf(key, kind, all, []);
        return reader ? [[kind, reader]] : [];
      }),
    ),
    skeletal: frameReaderOf(key, 'skeletal', all, []),
    ...((base?.writer ?? writer) && { writer: { ...base?.writer, ...writer } as WriterFacts }),
  };
}
