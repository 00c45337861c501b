// The check for engines, in a worker of its own that starts on demand: a large model never blocks the page.

import { checkFor, issuesOf, readProfiles } from '../../verdicts/engines';
import fileNames from '../../verdicts/files.json';
import type { Profile } from '../../verdicts/profile';
import { foldPath } from '../../base/mount';
import type { CheckAnswer, CheckAsk } from './protocol';

const profiles = [...readProfiles().values()];

const readBy = ({ reads, frames, skeletal }: Profile): string[] => [
  ...(reads ? [fileNames.mesh] : []),
  ...Object.keys(frames),
  ...(skeletal ? fileNames.skeletal : []),
];

self.addEventListener('message', ({ data }: MessageEvent<CheckAsk>) => {
  const { id, files, replaced, names, declared, engines } = data;
  const chosen = profiles.filter(({ key }) => engines === 'all' || engines.includes(key));
  const all = checkFor(files, chosen, {
    find: finder(names),
    read: (name) => replaced.find((file) => file.name === name)?.bytes,
    config: () => ({}),
    declared,
  });
  const rows = engines === 'all' ? all.filter(({ verdict }) => verdict !== 'no_reader') : all;
  const answer: CheckAnswer = {
    id,
    rows: rows.map((row) => ({ ...row, issues: issuesOf(row, files) })),
    engines: profiles.map((profile) => ({
      key: profile.key,
      name: profile.name,
      family: profile.family,
      reads: readBy(profile),
    })),
  };
  self.postMessage(answer);
});

/** Finds a file by its complete path, or by its end: a drop may begin in any folder of a game. */
function finder(names: readonly string[]): (path: string) => string | undefined {
  const folded = names.map((name) => [foldPath(name), name] as const);
  return (path) => {
    const wanted = foldPath(path);
    return folded.find(([name]) => name === wanted || name.endsWith(`/${wanted}`) || wanted.endsWith(`/${name}`))?.[1];
  };
}
