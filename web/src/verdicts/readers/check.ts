// What readers of glTF make of a file: engines, libraries and tools, by rules that were measured or read in their source.

import type { BrokenRule, EngineVerdict, ModelFile } from '../judge';
import type { Verdict } from '../profile';
import { type GltfFile, isGltf, readGltf } from './gltfFile';
import table from './readers.json';
import { type Hit, type ReaderRule, readerRules, ruleTexts } from './rules';

export { isGltf as isForReaders } from './gltfFile';
/** Of such files. */
export const readFormat = 'gltf';
export { ruleTexts } from './rules';

export interface Reader {
  key: string;
  name: string;
  /** That was measured, or whose source was read. */
  version: string;
  proof: 'measured' | 'read' | 'inferred';
  /** Of its reader, for rules without a place of their own. */
  source: string;
  aliases: readonly string[];
  /** In the order in which a reader meets them. */
  rules: Readonly<Record<string, ReaderRule>>;
  /** What `convert --for` sets. */
  writes: { influences?: '4' | '8' | 'all'; keys?: 'straight'; channels?: 'all' };
}

type Written = Omit<Reader, 'key' | 'aliases' | 'writes'> & Partial<Pick<Reader, 'aliases' | 'writes'>>;

export const readers: ReadonlyMap<string, Reader> = new Map(
  Object.entries(table as unknown as Record<string, Written>).map(([key, reader]) => [
    key,
    { aliases: [], writes: {}, ...reader, key },
  ]),
);

/** By key or by another of its names, in any letter case. */
export function readerOf(wanted: string): Reader | undefined {
  const key = wanted.toLowerCase();
  return readers.get(key) ?? [...readers.values()].find(({ aliases }) => aliases.includes(key));
}

const kOutcomes: Readonly<Record<ReaderRule['severity'], Verdict | undefined>> = {
  refuse: 'refuse',
  wrong: 'differs',
  loss: undefined,
  info: undefined,
};

/** A row for each glTF among the files and each reader; `beside` gives the bytes of a file that a .gltf names. */
export function checkReaders(
  files: readonly ModelFile[],
  chosen: readonly Reader[],
  beside: (model: string, path: string) => Uint8Array | undefined,
): EngineVerdict[] {
  return files.filter(isGltf).flatMap((file) => {
    const model = readGltf(file, (path) => beside(file.name, path));
    return chosen.map((reader) => judged(reader, file.name, model));
  });
}

function judged(reader: Reader, name: string, model: GltfFile | undefined): EngineVerdict {
  const rules = model
    ? Object.entries(reader.rules).flatMap(([rule, spec]) => {
        const hit = readerRules[rule]?.(model, spec);
        return hit ? [broken(reader, rule, spec, name, hit)] : [];
      })
    : [broken(reader, 'file.json', { severity: 'refuse' }, name, {})];
  const verdict: Verdict =
    (['refuse', 'differs'] as const).find((one) => rules.some((rule) => rule.verdict === one)) ?? 'ok';
  return { engine: reader.key, name: `${reader.name} ${reader.version}`, model: name, verdict, rules, asks: [] };
}

function broken(reader: Reader, rule: string, spec: ReaderRule, file: string, { found, limit }: Hit): BrokenRule {
  const { says, fix } = ruleTexts[rule]!,
    verdict = kOutcomes[spec.severity],
    proof = spec.proof ?? reader.proof;
  return {
    rule,
    severity: spec.severity,
    ...(verdict && { verdict }),
    message: said(says, { found, limit }),
    ...(found !== undefined && { found }),
    ...(limit !== undefined && { limit }),
    source: spec.source ?? reader.source,
    proof,
    file,
    ...(fix && { fix }),
  };
}

function said(text: string, values: Hit): string {
  let before = 0;
  return text.replace(
    /\{(?:(found|limit)|([^|{}]+)\|([^|{}]+))\}/g,
    (_, key?: 'found' | 'limit', one = '', many = '') => {
      if (key === undefined) return before === 1 ? one : many;
      const value = values[key];
      if (typeof value === 'number') before = value;
      return String(value);
    },
  );
}
