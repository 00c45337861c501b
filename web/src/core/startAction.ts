// Picks the action that a viewer starts with when neither link nor page names one.

import type { ReportAction } from './report';

/**
 * Beginnings of the words that names of calm and of ordinary actions are made of, best first. English, German, Dutch, French,
 * Spanish, Italian, Portuguese, Polish, Czech, Slovak, Russian, Ukrainian, Turkish; then those that are written without blanks.
 */
const kWords = [
  /^(idle|stand|breath|rest|wait|pause|ruhe|steh|wart|staan|stå|repos|attente|quiet|reposo|espera|parado|fermo|riposo|attesa|stoi|stoj|stát|spocz|postoj|klid|сто[иїяй]|пок[ое]|ожид|спок|bekle|duruş)|待機|待机|站立|대기/,
  /^(walk|geh|gang|march|loopt|lopen|gå$|camin|cammin|idzie|idź|andar|anda$|passeggi|chod|chôdz|chůze|krok|ид[тё]|ход|хід|йде|шаг|yürü)|歩|步行|走路|行走|걷/,
  /^(run|jog|lauf|renn|cour|corr|corsa|bieg|beh|běh|бег|біг|koş|forward)|走る|奔跑|跑步|달리/,
  /^(fly|flies|flight|hover|float|swim|crawl|glid|flieg|schweb|schwimm|vol[ae]?r?$|nage|lec[iea]|plyw|pływ|лет|плыв|пла[вт])/,
];

/** Words that follow others in one: `zombieidle`. */
const kEndings = [/.(idle|stand)\d*$/, /.walk\d*$/, /.run(ning)?\d*$/];

/** Words of what is no movement, is suffered, or ends on the floor. */
const kNot =
  /^([at]?pose[sn]?|bind|reference|ref|dead|death|die[sd]?|dying|sterb\p{L}*|tot|tod|mort|mourir|muer\p{L}*|morte|martwy|umier\p{L}*|trafion\p{L}*|hit|hurt|pain|śmierć|smierc|smrť|smrt|смерть|умер\p{L}*|死\p{L}*)$/u;

/** Words of ways that are not forward. */
const kAside = /^(e|w|s|ne|nw|se|sw|l|r|left|right|back|backwards?|bwd|side|strafe|links|rechts)$/;

const tokens = (name: string): string[] =>
  name
    .normalize('NFC')
    .split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .filter((token) => token !== '')
    .map((token) => token.toLowerCase());

/** Smaller is better, numbers in their order. */
function rankOf({ name, duration, curves }: ReportAction): readonly number[] {
  const words = tokens(name);
  // Without a known word, duration times animated curves stands for motion.
  const motion = -duration * (1 + curves);
  if (duration === 0) return [kWords.length + 2, motion];
  if (words.some((token) => kNot.test(token))) return [kWords.length + 1, motion];
  const begins = kWords.findIndex((word) => words.some((token) => word.test(token))),
    ends = kEndings.findIndex((word) => words.some((token) => word.test(token)));
  if (begins < 0 && ends < 0) return [kWords.length, motion];
  // "idle" comes before "idle_to_walk", "run_N" before "run_E", "idle" before "zombieidle".
  const aside = Number(words.some((word) => kAside.test(word)));
  return begins >= 0 ? [begins, words.length + aside] : [ends, words.length + aside + 1];
}

/** Index of the action the user expects to see first: an idle, else a walk, else a run, else the one with the most motion. -1 if none plays. */
export function startAction(actions: readonly ReportAction[]): number {
  let best = -1,
    rank: readonly number[] = [];
  actions.forEach((action, index) => {
    if (!action.playable || action.cameraNode !== undefined) return;
    const mine = rankOf(action);
    if (best < 0 || mine[0]! < rank[0]! || (mine[0] === rank[0] && mine[1]! < rank[1]!)) [best, rank] = [index, mine];
  });
  return best;
}
