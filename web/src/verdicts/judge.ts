// Verdict of one engine for one model: every rule that is broken, in the order in which the engine meets it, and the verdict
// of the first that ends its reading.

import { animRules } from './animRules';
import { type AnimText, readAnimText } from './animText';
import { noteLines } from './scanner';
import { type MeshFacts, meshFacts } from './meshFacts';
import { meshRules } from './meshRules';
import { readMeshText } from './meshText';
import { type Note, Notes, type Part, placesOf } from './notes';
import type { Asked } from './asks';
import {
  type FrameReader,
  type Profile,
  type Proof,
  type Reactions,
  type Severity,
  type Verdict,
  verdicts,
} from './profile';
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

/** Result of one engine for one model. */
export interface EngineVerdict {
  engine: string;
  name: string;
  /** The file of the mesh, or of the model with vertex frames. */
  model: string;
  verdict: Verdict;
  rules: readonly BrokenRule[];
  asks: readonly Asked[];
  /** Releases that answer worse. */
  versions?: readonly { until: string; verdict: Verdict; source?: string }[];
  /** Reaction of the engine to a fault, if there is one. */
  onError?: string;
}

/** Of an engine whose reader of this kind has a proof and reactions of its own. */
export function readerVerdict(
  { key, name }: Profile,
  { proof, onError }: FrameReader,
  model: string,
  broken: readonly BrokenRule[],
  asks: readonly Asked[],
): EngineVerdict {
  const rules = broken.map((rule) => (proof && !rule.proof ? { ...rule, proof } : rule)),
    verdict = verdictOf(rules);
  return {
    engine: key,
    name,
    model,
    verdict,
    rules,
    asks,
    ...(verdict !== 'ok' && onError !== undefined && { onError }),
  };
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
  const of = (file: ModelFile, part: 'mesh' | 'anim'): BrokenRule[] => {
    const parser = profile.parser[part];
    const reactions = { rules: profile.rules, outcomes: profile.outcomes[part], ...(parser && { parser }) };
    return worded(
      reactions,
      file,
      found.filter((one) => one.part === part),
    );
  };
  const broken = [...of(mesh.file, 'mesh'), ...(anim ? of(anim.file, 'anim') : [])];
  return { verdict: verdictOf(broken), rules: broken };
}

export type { Found };

/** `kind` is what the engine does not read. */
export function noReader(profile: Profile, model: string, kind: string): EngineVerdict {
  const spec = kind === 'MD5' ? profile.rules.reader : undefined;
  return {
    engine: profile.key,
    name: profile.name,
    model,
    verdict: 'no_reader',
    rules: [
      {
        rule: 'reader',
        severity: spec?.severity ?? 'refuse',
        verdict: 'no_reader',
        message: ruleSays('reader', kind, undefined),
        ...(spec?.source && { source: spec.source }),
        ...(spec && profile.instead && { fix: profile.instead }),
      },
    ],
    asks: [],
  };
}

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

/**
 * In the order of the file, or as they are given: what an engine meets first decides. Positions are lines, or bytes of a file
 * that is no text.
 */
export function worded(
  reactions: Reactions,
  file: ModelFile,
  found: readonly Found[],
  { isText = true, inOrder = false } = {},
): BrokenRule[] {
  const sorted = inOrder ? found : [...found].sort((a, b) => (a.offset ?? Infinity) - (b.offset ?? Infinity));
  const offsets = sorted.flatMap(({ offset }) => (offset === undefined ? [] : [offset]));
  const places = isText ? placesOf(file.bytes, offsets) : undefined;
  return sorted.map(({ rule, offset, found: value, limit, count }) => {
    const spec = reactions.rules[rule]!,
      verdict = spec.verdict ?? reactions.outcomes[spec.severity],
      source = spec.source ?? reactions.parser,
      fix = ruleTexts[rule]?.fix,
      place = offset === undefined ? undefined : places?.get(offset);
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
      ...(place && { line: place.line, column: place.column }),
      ...(offset !== undefined && { offset }),
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
export function verdictOf(broken: readonly BrokenRule[]): Verdict {
  const said = broken.flatMap(({ verdict }) => (verdict ? [verdict] : []));
  const ending = said.find((verdict) => kEnding.has(verdict));
  if (!ending) return worst(said);
  // An animation that is left out does not make a mesh without geometry better.
  return ending === 'anim_refused' ? worst([ending, ...said.filter((verdict) => !kEnding.has(verdict))]) : ending;
}
