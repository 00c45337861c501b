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

/** What sixteen readers made of IQMs, as the check says it. */
export interface IqmRow {
  section: 'cases' | 'synth' | 'corpus';
  name: string;
  engine: string;
  measured: string;
  said: Verdict;
  rules: readonly string[];
  agrees: boolean;
  falseLoad: boolean;
}

const iqmKeys: Readonly<Record<string, string>> = {
  ioq3: 'ioquake3',
  sauerbraten: 'cube2',
  assimp_5_2_5: 'assimp-5',
  iqm_demo: 'iqm-demo',
  love_iqm_exm: 'love',
  blender_ccxvii: 'blender-asstools',
};

const kThreeFrames = 'boxes of three frames were compared; vertices inside of the box, or in other frames, move';
const kByLuck = 'read past its end without a check; what lies there was readable in this run';
/** Why the check says otherwise, by the rule that decides. */
export const iqmExplanations: Readonly<Record<string, string>> = {
  'pose.scale': kThreeFrames,
  'pose.weights': kThreeFrames,
  'pose.precision': kThreeFrames,
  'joints.parent_range': kByLuck,
  'section.array_range': kByLuck,
  'section.range': 'did not end in this run',
};

/** `left`: what python was needed for and is not there, or no file is there for. */
export function iqmRows(shared: string): { rows: IqmRow[]; left: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-iqm-')),
    path = join(shared, 'formats/iqm_verdicts.json');
  try {
    const verdicts = JSON.parse(readFileSync(path, 'utf8')) as {
      cases: Record<string, { engines: Record<string, Measured> }>;
      synth: Record<string, { engines: Record<string, Measured> }>;
      corpus: Record<string, { ok: string[]; other: Record<string, Measured> }>;
    };
    const script = `import json, sys
sys.path.insert(0, sys.argv[1])
import iqm_writer
for name, case in json.load(open(sys.argv[2]))['cases'].items():
    open(sys.argv[3] + '/' + name, 'wb').write(iqm_writer.build(**case['switches']))`;
    spawnSync('python3', ['-B', '-c', script, join(shared, 'reference'), path, folder]);
    const rows: IqmRow[] = [],
      left: string[] = [];
    const add = (section: IqmRow['section'], name: string, file: string, engines: Record<string, Measured>): void => {
      if (!existsSync(file)) left.push(name);
      else rows.push(...iqmJudged(section, name, new Uint8Array(readFileSync(file)), engines));
    };
    for (const [name, { engines }] of Object.entries(verdicts.cases)) add('cases', name, join(folder, name), engines);
    for (const [name, { engines }] of Object.entries(verdicts.synth))
      add('synth', name, join(shared, 'corpus/iqm_synth', name), engines);
    for (const [name, { ok, other }] of Object.entries(verdicts.corpus)) {
      const fine = Object.fromEntries(ok.map((engine) => [engine, { verdict: 'ok' }]));
      add('corpus', name, join(shared, 'corpus/iqm', name), { ...fine, ...other });
    }
    return { rows, left };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function iqmJudged(
  section: IqmRow['section'],
  name: string,
  bytes: Uint8Array,
  engines: Record<string, Measured>,
): IqmRow[] {
  const profiles = readProfiles(),
    keys = Object.keys(engines);
  const results = checkFor(
    [{ name: 'm.iqm', bytes }],
    keys.map((engine) => profiles.get(iqmKeys[engine] ?? engine)!),
  );
  return keys.map((engine, i) => {
    const { verdict: said, rules } = results[i]!,
      { verdict: measured } = engines[engine]!;
    // A file that the reference refuses was loaded, and nothing else was looked at.
    const agrees = measured === 'loads' ? loads(said) || said === 'empty' : said === measured;
    return {
      section,
      name,
      engine,
      measured,
      said,
      rules: rules.filter(({ verdict }) => verdict === said).map(({ rule }) => rule),
      agrees,
      falseLoad: loads(said) && !loads(measured) && measured !== 'loads',
    };
  });
}

export const iqmExplanationOf = ({ rules }: IqmRow): string | undefined =>
  rules.map((rule) => iqmExplanations[rule]).find((text) => text !== undefined);

/** A line for each reader, then each disagreement with its reason. */
export function iqmTable(rows: readonly IqmRow[]): string {
  const cell = (of: readonly IqmRow[]): string => `${of.filter(({ agrees }) => agrees).length} of ${of.length}`;
  const sections = ['cases', 'synth', 'corpus'] as const;
  const share = (100 * rows.filter(({ agrees }) => agrees).length) / rows.length;
  return [
    ['reader of IQM'.padEnd(16), ...sections.map((section) => section.padEnd(14)), 'false loads'].join(' '),
    ...[...new Set(rows.map(({ engine }) => engine))].map((engine) => {
      const own = rows.filter((row) => row.engine === engine);
      return [
        engine.padEnd(16),
        ...sections.map((section) => cell(own.filter((row) => row.section === section)).padEnd(14)),
        String(own.filter(({ falseLoad }) => falseLoad).length),
      ].join(' ');
    }),
    `${cell(rows)} agree (${share.toFixed(2)} %), ${rows.filter(({ falseLoad }) => falseLoad).length} false loads`,
    ...rows
      .filter(({ agrees }) => !agrees)
      .map((row) => {
        const { section, name, engine, measured, said, rules } = row;
        return `${section}/${name}, ${engine}: measured ${measured}, said ${said} by ${rules[0] ?? 'no rule'}: ${iqmExplanationOf(row) ?? 'UNEXPLAINED'}`;
      }),
  ].join('\n');
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
