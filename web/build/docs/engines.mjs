// Tables of the engine check, from its own data: engines with their limits, and rules with their messages.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../run.mjs';
import { importSource } from '../source.mjs';

const source = join(root, 'web/src/verdicts');

/** What a table's cell shows for `{found}` and for the plural of `{joint|joints}`. */
const cell = (text) =>
  text
    .replace(/\{([a-z]+)\|([a-z]+)\}/g, '$2')
    .replace(/[*<>]/g, '\\$&')
    .replaceAll('|', '\\|')
    .replace(/\{(found|limit|count)\}/g, '_$1_');

const ruleTexts = async () => (await importSource('web/src/verdicts/rules.ts')).ruleTexts;

/** A profile with the rules of those that it extends. */
function complete(engines, name) {
  const { extends: base, rules, ...own } = engines[name];
  const above = base === undefined ? { rules: {} } : complete(engines, base);
  return { ...above, ...own, rules: { ...above.rules, ...rules } };
}

/** The smallest limit; those that no model comes near are none. */
const atMost = (limits) => {
  const known = limits.filter((limit) => limit !== undefined && limit < 1000);
  return known.length === 0 ? 'any' : Math.min(...known);
};

const readEngines = () => JSON.parse(readFileSync(join(source, 'profiles.json'), 'utf8')).engines;

/** Engines that read MD5, with the limits that models meet most often. */
export function engineTable() {
  const engines = readEngines();
  const rows = Object.keys(engines).flatMap((name) => {
    const { name: title, reads, proof, rules } = complete(engines, name);
    if (!reads) return [];
    const limit = (...names) => atMost(names.map((rule) => rules[rule]?.limit));
    return [
      `| \`${name}\` | ${title} | ${limit('joints.max')} | ${limit('vert.weights_max', 'vert.weights_used')} | ${rules['anim.rate']?.limit ?? 'of the file'} | ${proof} |`,
    ];
  });
  return ['| name | engine | joints | weights per vertex | frames per second | evidence |', '| --- | --- | ---: | ---: | --- | --- |', ...rows].join('\n');
}

/** Every rule with its message, the number of engines that have it, and the correction of `convert --for`. */
export async function ruleTable() {
  const engines = readEngines(),
    profiles = Object.keys(engines).map((name) => complete(engines, name)).filter(({ reads }) => reads);
  const rows = Object.entries(await ruleTexts()).map(([rule, { says, fix = '' }]) => {
    const count = profiles.filter(({ rules }) => rules[rule]).length;
    return `| \`${rule}\` | ${cell(says)} | ${count} | ${cell(fix)} |`;
  });
  return ['| rule | message | engines | `convert --for` |', '| --- | --- | ---: | --- |', ...rows].join('\n');
}
