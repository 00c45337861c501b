// The engines that models are checked for and written for: data, read from profiles.json and from profiles that the user
// adds. Which rules there are is the business of rules.ts; here they are names with a severity and numbers.

import builtIn from './profiles.json';
import type { Profile, ProfileFile, ProfileRule, WriterFacts, WrittenProfile } from './profile';
import { checkProfiles, ProfileError } from './profileCheck';

export type * from './profile';
export { ProfileError } from './profileCheck';

const kOutcomes: Profile['outcomes'] = {
  mesh: { crash: 'crash', fatal: 'engine_stops', refuse: 'refuse', wrong: 'differs' },
  anim: { crash: 'crash', fatal: 'engine_stops', refuse: 'anim_refused', wrong: 'differs' },
};

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

function resolved(key: string, all: ReadonlyMap<string, WrittenProfile>, below: readonly string[]): Profile {
  const written = all.get(key);
  if (!written) throw new ProfileError(`engines.${below.at(-1)}.extends`, `there is no engine '${key}'`);
  if (below.includes(key)) throw new ProfileError(`engines.${key}.extends`, 'it extends itself');
  const { extends: parent, outcomes, rules, writer, ...own } = written;
  const base = parent === undefined ? undefined : resolved(parent, all, [...below, key]);
  const merged = { ...base?.rules, ...rules };
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
    rules: Object.fromEntries(
      Object.entries(merged).filter((entry): entry is [string, ProfileRule] => entry[1] !== null),
    ),
    ...((base?.writer ?? writer) && { writer: { ...base?.writer, ...writer } as WriterFacts }),
  };
}
