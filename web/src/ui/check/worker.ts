// The check for engines, in a worker of its own that starts on demand: a large model never blocks the page.

import { checkFor } from '../../verdicts/check';
import { issuesOf } from '../../verdicts/issues';
import { readProfiles } from '../../verdicts/profiles';
import { foldPath } from '../../base/mount';
import type { CheckAnswer, CheckAsk } from './protocol';

const profiles = [...readProfiles().values()];

self.addEventListener('message', ({ data }: MessageEvent<CheckAsk>) => {
  const { id, files, names, declared, engines } = data;
  const chosen = profiles.filter(({ key, reads }) => (engines === 'all' ? reads : engines.includes(key)));
  const rows = checkFor(files, chosen, {
    find: finder(names),
    read: () => undefined,
    config: () => ({}),
    declared,
  });
  const answer: CheckAnswer = {
    id,
    rows: rows.map((row) => ({ ...row, issues: issuesOf(row, files) })),
    engines: profiles.map(({ key, name, family, reads }) => ({ key, name, family, reads })),
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
