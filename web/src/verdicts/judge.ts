// Verdict of one engine for one model: every rule that is broken, in the order in which the engine meets it, and the verdict
// of the first that ends its reading.

import { animRules } from './animRules';
import { type AnimText, readAnimText } from './animText';
import { noteLines } from './lines';
import { type MeshFacts, meshFacts } from './meshFacts';
import { meshRules } from './meshRules';
import { readMeshText } from './meshText';
import { type Note, Notes, type Part, placesOf } from './notes';
import { type Profile, type Proof, type Severity, type Verdict, verdicts } from './profile';
import { ruleSays, ruleTexts } from './rules';

export interface ModelFile {
  name: string;
  bytes: Uint8Array;
}

/** One file as it is written, ready for any engine. */
export interface ReadMesh {
  file: ModelFile;
  facts: MeshFacts;
  notes: readonly Note[];
}
export interface ReadAnim {
  file: ModelFile;
  text: AnimText;
  notes: readonly Note[];
}

/** A rule that a model breaks. */
export interface BrokenRule {
  rule: string;
  severity: Severity;
  /** Verdict that a deciding rule leads to. */
  verdict?: Verdict;
  message: string;
  found?: string | number;
  limit?: string | number;
  /** How often, where that is more than once. */
  count?: number;
  /** Where in the engine's source it stands. */
  source?: string;
  /** Where it is less sure than the profile. */
  proof?: Proof;
  file?: string;
  line?: number;
  column?: number;
  offset?: number;
  /** Vitrine's correction when it writes the file. */
  fix?: string;
}

export function readMesh(file: ModelFile): ReadMesh {
  const text = readMeshText(file.bytes);
  return { file, facts: meshFacts(text), notes: [...text.notes, ...lineNotes(file.bytes, 'mesh')] };
}

export function readAnim(file: ModelFile): ReadAnim {
  const text = readAnimText(file.bytes);
  return { file, text, notes: [...text.notes, ...lineNotes(file.bytes, 'anim')] };
}

function lineNotes(bytes: Uint8Array, part: Part): readonly Note[] {
  const notes = new Notes(part);
  noteLines(bytes, notes);
  return notes.all;
}

/** A finding before it has its words. */
interface Found {
  rule: string;
  part: Part;
  offset?: number | undefined;
  found?: string | number;
  limit?: string | number;
  count?: number;
}

export interface Judgement {
  verdict: Verdict;
  rules: readonly BrokenRule[];
}

/** A mesh with one of its animations, or without any. */
export function judgePair(
  profile: Profile,
  mesh: ReadMesh,
  anim: ReadAnim | undefined,
  more: readonly Found[] = [],
): Judgement {
  const found = [...ofMesh(profile, mesh), ...(anim ? ofAnim(profile, mesh, anim) : []), ...more];
  const broken = [
    ...worded(
      profile,
      mesh.file,
      found.filter(({ part }) => part === 'mesh'),
    ),
    ...(anim
      ? worded(
          profile,
          anim.file,
          found.filter(({ part }) => part === 'anim'),
        )
      : []),
  ];
  return { verdict: verdictOf(broken), rules: broken };
}

export type { Found };

function ofMesh(profile: Profile, { facts, notes }: ReadMesh): Found[] {
  return [
    ...notes.filter(({ rule }) => rule in profile.rules),
    ...Object.entries(profile.rules).flatMap(([rule, spec]) =>
      (meshRules[rule]?.(facts, spec) ?? []).map((hit): Found => ({ ...hit, rule, part: 'mesh' })),
    ),
  ];
}

function ofAnim(profile: Profile, { facts }: ReadMesh, { text, notes }: ReadAnim): Found[] {
  const pair = { anim: text, mesh: facts.text };
  return [
    ...notes.filter(({ rule }) => rule in profile.rules),
    ...Object.entries(profile.rules).flatMap(([rule, spec]) =>
      (animRules[rule]?.(pair, spec) ?? []).map((hit): Found => ({ ...hit, rule, part: 'anim' })),
    ),
  ];
}

/** In the order of the text: what an engine meets first decides. */
function worded(profile: Profile, file: ModelFile, found: readonly Found[]): BrokenRule[] {
  const sorted = [...found].sort((a, b) => (a.offset ?? Infinity) - (b.offset ?? Infinity));
  const places = placesOf(
    file.bytes,
    sorted.flatMap(({ offset }) => (offset === undefined ? [] : [offset])),
  );
  return sorted.map(({ rule, part, offset, found: value, limit, count }) => {
    const spec = profile.rules[rule]!,
      verdict = spec.verdict ?? profile.outcomes[part][spec.severity],
      source = spec.source ?? profile.parser[part],
      fix = ruleTexts[rule]?.fix,
      place = offset === undefined ? undefined : places.get(offset);
    return {
      rule,
      severity: spec.severity,
      ...(verdict && verdict !== 'ok' && { verdict }),
      message: ruleSays(rule, shown(value), shown(limit), count),
      ...(value !== undefined && { found: shown(value)! }),
      ...(limit !== undefined && { limit: shown(limit)! }),
      ...(count !== undefined && count > 1 && { count }),
      ...(source && { source }),
      ...(spec.proof && { proof: spec.proof }),
      file: file.name,
      ...(place && offset !== undefined && { line: place.line, column: place.column, offset }),
      ...(fix && { fix }),
    };
  });
}

/** Texts were read a byte a character. */
function shown(value: string | number | undefined): string | number | undefined {
  if (typeof value !== 'string') return value;
  return new TextDecoder().decode(Uint8Array.from(value, (c) => c.charCodeAt(0) & 0xff));
}

/** These end the reading of the file that they are in. */
const kEnding: ReadonlySet<Verdict> = new Set(['anim_refused', 'refuse', 'engine_stops', 'crash']);

const rank = (verdict: Verdict): number => verdicts.indexOf(verdict);
export const worst = (list: readonly Verdict[]): Verdict =>
  list.reduce<Verdict>((most, verdict) => (rank(verdict) > rank(most) ? verdict : most), 'ok');

/** The first that ends the reading, or else the worst. */
function verdictOf(broken: readonly BrokenRule[]): Verdict {
  const said = broken.flatMap(({ verdict }) => (verdict ? [verdict] : []));
  const ending = said.find((verdict) => kEnding.has(verdict));
  if (!ending) return worst(said);
  // An animation that is left out does not make a mesh without geometry better.
  return ending === 'anim_refused' ? worst([ending, ...said.filter((verdict) => !kEnding.has(verdict))]) : ending;
}
