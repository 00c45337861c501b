// `vitrine check --fix`: the file with what rules can put right put right, written beside the judgement on it.

import { basename } from 'node:path';

import type { InputFile } from '../core/document';
import { type Context, type OptionSpec, UsageError } from './command';
import type { VitrineDocument } from './index';
import { gatherWithAnimations, readOptions } from './load';
import { type Output, OutputNames, Outputs } from './outputs';
import { statOf } from './system';
import { countOf, plain } from './terminal';

export const fixOptions: Readonly<Record<string, OptionSpec>> = {
  fix: { text: 'applies automatic fixes and checks the result; needs -o' },
  output: { value: 'OUT', short: 'o', text: 'with --fix: the file to write, or a folder for several' },
  only: { value: 'CODE,...', text: 'with --fix: only these codes' },
};

/** Writes the patched files and returns the document opened again with them. */
export async function writeFixed(context: Context): Promise<VitrineDocument> {
  const { operands, values, vitrine, err } = context;
  const output = values.output;
  if (typeof output !== 'string') throw new UsageError('name the file to write with -o');
  const only = typeof values.only === 'string' ? values.only.split(',').map((code) => code.trim()) : undefined;
  const core = await vitrine();
  const endings = core.formats.flatMap(({ extensions }) => extensions);
  const { models, animations, inputs, resolve } = await gatherWithAnimations(operands, values, endings);
  const options = { resolve, animations, ...readOptions(values) };
  const document = core.load(models, options);
  const wanted = document.fixes.filter(({ code }) => only?.includes(code) ?? true);
  const missing = only?.filter((code) => !wanted.some((fix) => fix.code === code)) ?? [];
  if (missing.length > 0) err(`nothing to fix for ${plain(missing.join(', '))}\n`);
  const names = [...new Set(wanted.map(({ file }) => file))],
    folder = statOf(output)?.isDirectory() === true;
  if (names.length > 1 && !folder) throw new UsageError(`${names.length} files have fixes: name a folder with -o`);
  if (names.length === 0) {
    err('nothing to fix\n');
    return document;
  }
  const patched = new Map<string, Uint8Array>(),
    results: Output[] = [],
    lines: string[] = [];
  const paths = new OutputNames(output, endings);
  for (const name of names) {
    const codes = wanted.filter(({ file }) => file === name).map(({ code }) => code);
    const patch = document.patch(name, codes);
    if (!patch) continue;
    const { report, bytes } = patch,
      path = folder ? paths.next(basename(name)) : output;
    results.push({ path, data: bytes });
    patched.set(name, bytes);
    const { gone, left, arose } = report.check;
    const said = [
      gone.length > 0 ? `gone: ${gone.join(', ')}` : '',
      left.length > 0 ? `left: ${left.join(', ')}` : '',
      arose.length > 0 ? `new: ${arose.map(({ code }) => code).join(', ')}` : '',
    ].filter(Boolean);
    lines.push(`${plain(path)}: ${countOf(report.changes, 'change')}; ${said.join('; ')}\n`);
  }
  new Outputs().write(results, inputs);
  for (const line of lines) err(line);
  document.dispose();
  const withPatches = (list: readonly InputFile[]): InputFile[] =>
    list.map((file) => ({ ...file, bytes: patched.get(file.name) ?? file.bytes }));
  return core.load(withPatches(models), { ...options, animations: withPatches(animations) });
}
