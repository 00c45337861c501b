// Picks the action that a viewer starts with when neither link nor page names one.

import type { ReportAction } from './report';

/** Beginnings of the words that names of calm and of ordinary actions are made of, best first: English, German, French, Spanish, Polish, Slovak, Russian. */
const kWords = [
  /^(idle|stand|breath|rest|wait|pause|ruhe|steh|wart|repos|attente|quiet|reposo|stoi|stoj|spocz|postoj|сто[ияй]|пок[ое]|ожид)/,
  /^(walk|geh|gang|march|camin|andar|chod|chôdz|krok|ид[тё]|ход|шаг)/,
  /^(run|jog|lauf|renn|cour|corr|bieg|beh|бег)/,
];

/** Words of ways that are not forward. */
const kAside = /^(e|w|s|ne|nw|se|sw|l|r|left|right|back|backwards?|bwd|side|strafe|links|rechts)$/;

const tokens = (name: string): string[] =>
  name
    .split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .filter((token) => token !== '')
    .map((token) => token.toLowerCase());

/** Index of the action a person expects to see first: an idle, else a walk, else a run, else the one with the most motion. -1 if none plays. */
export function startAction(actions: readonly ReportAction[]): number {
  let best = -1,
    rank: readonly number[] = [];
  actions.forEach(({ name, playable, cameraNode, duration, curves }, index) => {
    if (!playable || cameraNode !== undefined) return;
    const words = tokens(name),
      kind = kWords.findIndex((word) => words.some((token) => word.test(token))),
      named = duration > 0 && kind >= 0;
    // Smaller is better. "idle" comes before "idle_to_walk", "run_N" before "run_E"; without a known word, duration times animated curves stands for motion.
    const mine = named
      ? [kind, words.length + Number(words.some((word) => kAside.test(word)))]
      : [kWords.length, -duration * (1 + curves)];
    if (best < 0 || mine[0]! < rank[0]! || (mine[0] === rank[0] && mine[1]! < rank[1]!)) [best, rank] = [index, mine];
  });
  return best;
}
