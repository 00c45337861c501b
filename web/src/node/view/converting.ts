// Files for an engine, made anew of what is on disk: `vitrine view --for ENGINE --out DIR`.

import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';

import { UsageError } from '../command';
import { briefly, conversionOf, converts, engineKinds, filesOf } from '../commands/convert';
import { ImageCache } from '../imageCache';
import { type ExportKind, type VitrineDocument, VitrineError } from '../index';
import { holds, InputPaths, makeFolder, OutputNames, Outputs } from '../outputs';
import { statOf } from '../system';
import { cut, issueText } from '../terminal';
import type { DiskFile } from './disk';
import type { Group, Made } from './verify';

export class Converting {
  private readonly kind: ExportKind;
  private readonly names: OutputNames;
  private readonly outputs = new Map<string, string>();
  private readonly images = new ImageCache();

  /** Throws UsageError for an engine or a kind that cannot be written, and for a folder that is being watched. */
  constructor(
    private readonly engine: string,
    folder: string,
    to: string | undefined,
    operands: readonly string[],
    endings: readonly string[],
  ) {
    const kinds = engineKinds.filter((one) => converts(one, engine)),
      kind = to === undefined ? kinds[0] : engineKinds.find((one) => one === to);
    if (!kind || !converts(kind, engine))
      throw new UsageError(
        to === undefined
          ? `--out writes for one engine that models are converted for, not for '${cut(engine)}'`
          : `${cut(to)} is not written for '${cut(engine)}'`,
      );
    this.kind = kind;
    makeFolder(folder);
    refuseWatched(folder, operands);
    this.names = new OutputNames(folder, endings);
  }

  /** Called with what has been read, before it is disposed of. Undefined for files without a model. */
  make(document: VitrineDocument, { key, files }: Group, errors: number): Made | undefined {
    if (key === '') return undefined;
    let output = this.outputs.get(key);
    if (output === undefined) this.outputs.set(key, (output = this.names.next(basename(key), this.kind)));
    const made: Made = { key, output, files: [] };
    if (!document.shown || errors > 0) return { ...made, fault: 'the files have errors' };
    try {
      document.keepImages(this.images);
      const written = document.convert(this.kind, conversionOf({ for: this.engine }, this.kind, output));
      const report = { ...written.report, sources: files.map(({ path }) => path) };
      return { ...made, files: filesOf(output, written, new InputPaths()), report };
    } catch (error) {
      if (!(error instanceof VitrineError)) throw error;
      const [issue] = error.issues;
      return { ...made, fault: issue ? issueText(issue) : error.message };
    }
  }

  /** Writes what is not on disk already, all together; returns the paths. Throws DocumentUsageError where it cannot. */
  write({ files }: Made, read: readonly DiskFile[]): string[] {
    const inputs = new InputPaths();
    for (const { path } of read) inputs.add(path);
    const fresh = files.filter(({ path, data }) => !holds(path, data));
    new Outputs().write(
      fresh.map((file) => ({ ...file, makesFolder: true })),
      inputs,
    );
    return fresh.map(({ path }) => path);
  }

  /** What is said of a document that was written. */
  text({ output, report }: Made): string {
    return report ? briefly(output, report) : output;
  }
}

/** What is written into a folder that is watched would be read again. */
function refuseWatched(folder: string, operands: readonly string[]): void {
  const real = realpathSync(folder);
  for (const operand of operands) {
    const isFolder = statOf(operand)?.isDirectory() === true,
      watched = realpathSync(isFolder ? operand : dirname(resolve(operand)));
    if (real === watched || (isFolder && real.startsWith(join(watched, sep))))
      throw new UsageError(`'${cut(folder)}' is a folder that is watched; name another with --out`);
  }
}
