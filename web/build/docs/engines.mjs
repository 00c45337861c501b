// Tables of the engine check, from its own data: engines with their limits, and rules with their messages.

import { importSource } from '../source.mjs';

/** What a table's cell shows for `{found}` and for the plural of `{joint|joints}`. */
const cell = (text) =>
  text
    .replace(/\{([a-z]+)\|([a-z]+)\}/g, '$2')
    .replace(/[*<>]/g, '\\$&')
    .replaceAll('|', '\\|')
    .replace(/\{(found|limit|count)\}/g, '_$1_');

const ruleTexts = async () => (await importSource('web/src/verdicts/rules.ts')).ruleTexts;

/** The smallest limit; those that no model comes near are none. */
const atMost = (limits) => {
  const known = limits.filter((limit) => limit !== undefined && limit < 1000);
  return known.length === 0 ? 'any' : Math.min(...known);
};

const readEngines = async () => [...(await importSource('web/src/verdicts/profiles.ts')).readProfiles().values()];

/** Engines that read MD5, with the limits that models meet most often. */
export async function engineTable() {
  const rows = (await readEngines()).flatMap(({ key, name, reads, proof, rules }) => {
    if (!reads) return [];
    const limit = (...names) => atMost(names.map((rule) => rules[rule]?.limit));
    return [
      `| \`${key}\` | ${name} | ${limit('joints.max')} | ${limit('vert.weights_max', 'vert.weights_used')} | ${rules['anim.rate']?.limit ?? 'of the file'} | ${proof} |`,
    ];
  });
  return ['| name | engine | joints | weights per vertex | frames per second | evidence |', '| --- | --- | ---: | ---: | --- | --- |', ...rows].join('\n');
}

/** Engines that read models with vertex frames, with their limits for each kind. */
export async function frameTable() {
  const rows = (await readEngines()).flatMap(({ key, name, proof, frames }) =>
    Object.entries(frames).map(([kind, { rules, proof: own }]) => {
      const limit = (...names) => names.map((rule) => rules[rule]?.limit).find((value) => value !== undefined) ?? 'any';
      return `| \`${key}\` | ${name} | ${kind.toUpperCase()} | ${limit('verts.max', 'surface.verts_max')} | ${limit('tris.max', 'surface.tris_max')} | ${limit('poses.max', 'frames.max')} | ${limit('skins.max', 'surfaces.max')} | ${own ?? proof} |`;
    }),
  );
  return [
    '| name | engine | kind | vertices | triangles | frames | skins; surfaces of MD3 | evidence |',
    '| --- | --- | --- | ---: | ---: | ---: | ---: | --- |',
    ...rows,
  ].join('\n');
}

/** Engines that read IQM, with the limits that models meet most often. */
export async function iqmTable() {
  const rows = (await readEngines()).flatMap(({ key, name, proof, skeletal }) => {
    if (!skeletal) return [];
    const limit = (rule) => skeletal.rules[rule]?.limit ?? 'any';
    return [`| \`${key}\` | ${name} | ${limit('joints.max')} | ${limit('mesh.verts_max')} | ${limit('mesh.tris_max')} | ${skeletal.rules['actions.asked']?.mode.replaceAll('|', '\\|') ?? ''} | ${skeletal.proof ?? proof} |`];
  });
  return ['| name | engine | joints | vertices of a mesh | triangles of a mesh | actions are asked for by | evidence |', '| --- | --- | ---: | ---: | ---: | --- | --- |', ...rows].join('\n');
}

/** Readers of glTF with what each takes differently. */
export async function readerTable() {
  const { readers } = await importSource('web/src/verdicts/readers/check.ts'),
    { behaviours } = await importSource('web/src/verdicts/readers/behaviours.ts');
  const rows = [...readers.values()].map(({ key, name, version, proof, rules }) => {
    const sentences = Object.entries(rules).map(([rule, { limit, proof: own }]) => `${behaviours[rule].replace('{limit}', limit)}${own && own !== proof ? ` (${own})` : ''}`);
    return `| \`${key}\` | ${name} ${version} | ${sentences.join('; ') || 'nothing'} | ${proof} |`;
  });
  return ['| name | reader | what it does differently | evidence |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** Every rule with its message, the number of engines that have it, and the correction of `convert --for`. */
export async function ruleTable() {
  const engines = await readEngines();
  const has = ({ rules, reads, frames, skeletal }, rule) => [...(reads ? [rules] : []), ...Object.values(frames).map((kind) => kind.rules), skeletal?.rules ?? {}].some((list) => list[rule]);
  const rows = Object.entries(await ruleTexts()).map(
    ([rule, { says, fix = '' }]) => `| \`${rule}\` | ${cell(says)} | ${engines.filter((engine) => has(engine, rule)).length} | ${cell(fix)} |`,
  );
  return ['| rule | message | engines | `convert --for` |', '| --- | --- | ---: | --- |', ...rows].join('\n');
}
