// What engines' own parsers made of files, measured elsewhere, beside what the check says: a table of agreement.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { checkFor, type ModelFile } from '../../../web/src/verdicts/check';
import type { Verdict } from '../../../web/src/verdicts/profile';
import { readProfiles } from '../../../web/src/verdicts/profiles';

interface Measured {
  verdict: string;
  /** The last frame is somewhere else than in a reader that is right. */
  pose?: string;
}

export interface Row {
  section: 'cases' | 'md5_synth' | 'corpus_pairs';
  name: string;
  /** As the measurements call it. */
  engine: string;
  measured: string;
  pose: boolean;
  said: Verdict;
  /** Rules that the check says are broken and that decide. */
  rules: readonly string[];
  agrees: boolean;
  /** It loads by the check, and did not. */
  falseLoad: boolean;
}

/** The Cube 2 reader was measured with the tool that has the same reader. */
const keyOf = (engine: string): string => (engine === 'iqm_tool' ? 'cube2' : engine);

/** Why the check says otherwise than what was measured, by engine and by the rule that decides. */
export const explanations: Readonly<Record<string, string>> = {
  'yquake2remaster anim.count_match':
    'the parser was run alone; the engine then copies the skeleton of the mesh with the number of joints of the animation',
  'iqm_tool anim.count_match': 'the tool that was measured does not compare the counts, the engine does',
  'qss token.max': 'the parser was run with a larger buffer than the 1024 bytes of the engine',
  'fteqw joints.max': 'the parser was run without the buffers of 256 joints that the engine fills',
  'q2pro anim.required': 'the parser of the mesh was run alone; the engine opens both files or none',
  'yquake2remaster anim.required': 'the parser of the mesh was run alone; the engine opens both files or none',
  'fteqw weight.run_past_end':
    'read past the end of the list without a check; what lies there was readable in this run',
  'daemon weight.run_past_end':
    'read past the end of the list without a check; what lies there was readable in this run',
  'iqm_tool weight.run_past_end':
    'read past the end of the list without a check; what lies there was readable in this run',
  'yquake2remaster anim.first_component':
    'read past the frame without a check; what lies there was readable in this run',
  'fteqw anim.first_component': 'read past the frame without a check; what lies there was readable in this run',
  'daemon anim.first_component': 'read past the frame without a check; what lies there was readable in this run',
};

const loads = (verdict: string): boolean => verdict === 'ok' || verdict === 'differs';

/** All that was measured; `said` of what python was needed for and is not there. */
export function engineRows(shared: string): { rows: Row[]; left: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-engines-'));
  try {
    return rowsOf(shared, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function rowsOf(shared: string, folder: string): { rows: Row[]; left: string[] } {
  const formats = join(shared, 'formats');
  const verdicts = JSON.parse(readFileSync(join(formats, 'engine_verdicts.json'), 'utf8')) as {
    cases: Record<string, { engines: Record<string, Measured> }>;
    md5_synth: Record<string, { engines: Record<string, Measured> }>;
    corpus_pairs: Record<string, { mesh: string; engines: Record<string, string> }>;
  };
  // The large cases are not stored; a script beside the others writes them all.
  const made = spawnSync('python3', [join(formats, 'engine_cases/make_cases.py'), folder]).status === 0;
  const cases = made ? folder : join(formats, 'engine_cases');
  const rows: Row[] = [],
    left: string[] = [];
  const load = (name: string, path: string): ModelFile[] =>
    existsSync(path) ? [{ name, bytes: new Uint8Array(readFileSync(path)) }] : [];
  for (const [name, { engines }] of Object.entries(verdicts.cases)) {
    const files = [
      ...load('m.md5mesh', join(cases, name, 'm.md5mesh')),
      ...load('m.md5anim', join(cases, name, 'm.md5anim')),
    ];
    if (files.length === 0) left.push(name);
    else rows.push(...judged('cases', name, files, engines));
  }
  const synth = join(shared, 'corpus/md5_synth');
  for (const [name, { engines }] of Object.entries(verdicts.md5_synth)) {
    const either = (ending: string): ModelFile[] => {
      const own = load(`m.${ending}`, join(synth, `${name}.${ending}`));
      return own.length > 0 ? own : load(`m.${ending}`, join(synth, `base.${ending}`));
    };
    rows.push(...judged('md5_synth', name, [...either('md5mesh'), ...either('md5anim')], engines));
  }
  const corpus = join(shared, 'corpus/md5');
  for (const [name, { mesh, engines }] of Object.entries(verdicts.corpus_pairs)) {
    const files = [...load('m.md5mesh', join(corpus, mesh)), ...load('m.md5anim', join(corpus, name))];
    if (files.length < 2) left.push(name);
    else rows.push(...judged('corpus_pairs', name, files, Object.fromEntries(Object.entries(engines).map(worded))));
  }
  return { rows, left };
}

/** Of real files the verdict and its message are one text. */
const worded = ([engine, text]: [string, string]): [string, Measured] => [
  engine,
  { verdict: text.replace(/:[^]*/, '').replace(' ', '_') },
];

function judged(
  section: Row['section'],
  name: string,
  files: readonly ModelFile[],
  engines: Record<string, Measured>,
): Row[] {
  const profiles = readProfiles(),
    keys = Object.keys(engines);
  const results = checkFor(
    files,
    keys.map((engine) => profiles.get(keyOf(engine))!),
  );
  return keys.map((engine, i) => {
    const { verdict: said, rules } = results[i]!;
    const measured = engines[engine]!.verdict.replace(/\(.*/, ''),
      pose = engines[engine]!.pose !== undefined;
    // A pose that is wrong must be told; what else looks different, a parser alone does not show.
    const agrees = pose ? said === 'differs' : said === measured || (loads(said) && loads(measured));
    return {
      section,
      name,
      engine,
      measured,
      pose,
      said,
      rules: rules.filter(({ verdict }) => verdict === said).map(({ rule }) => rule),
      agrees,
      falseLoad: loads(said) && !loads(measured),
    };
  });
}

export const explanationOf = ({ engine, rules }: Row): string | undefined =>
  rules.map((rule) => explanations[`${engine} ${rule}`]).find((text) => text !== undefined);

/** A line for each engine and section, then each disagreement with its reason. */
export function agreementTable(rows: readonly Row[]): string {
  const engines = [...new Set(rows.map(({ engine }) => engine))],
    sections = [...new Set(rows.map(({ section }) => section))];
  const cell = (of: readonly Row[]): string => `${of.filter(({ agrees }) => agrees).length} of ${of.length}`;
  const lines = engines.map((engine) =>
    [
      engine.padEnd(16),
      ...sections.map((section) =>
        cell(rows.filter((row) => row.engine === engine && row.section === section)).padEnd(14),
      ),
      String(rows.filter((row) => row.engine === engine && row.falseLoad).length),
    ].join(' '),
  );
  const apart = rows
    .filter(({ agrees }) => !agrees)
    .map((row) => {
      const { section, name, engine, measured, said, rules } = row;
      return `${section}/${name}, ${engine}: measured ${measured}, said ${said} by ${rules[0] ?? 'no rule'}: ${explanationOf(row) ?? 'UNEXPLAINED'}`;
    });
  return [
    ['engine'.padEnd(16), ...sections.map((section) => section.padEnd(14)), 'false loads'].join(' '),
    ...lines,
    `${cell(rows)} agree, ${rows.filter(({ falseLoad }) => falseLoad).length} false loads`,
    ...apart,
  ].join('\n');
}
