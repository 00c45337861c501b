// The check for engines as pages and Node call it: built as one script, which both import. Broken rules become ordinary issues
// here: for SARIF, JUnit and the page's list.

import type { Issue } from '../core/report';
import type { EngineVerdict, ModelFile } from './check';
import type { BrokenRule } from './judge';
import { type Verdict, verdicts } from './profile';

export { checkFor, isAnim, isChecked, isMesh } from './check';
export { frameKindOf } from './frameModel';
export { noReader } from './judge';
export { ProfileError, profileOf, readProfiles } from './profiles';
export { isSkeletal } from './skeletalCheck';

/** Characters of an excerpt on either side of its position. */
const kReach = 60;

/** Whether an engine does without the model or its animation: what a check fails for. */
export const isRejected = (verdict: Verdict): boolean => verdicts.indexOf(verdict) >= verdicts.indexOf('anim_refused');

/** The messages of one row, coded `engine:rule`. */
export function issuesOf({ engine, rules, model }: EngineVerdict, files: readonly ModelFile[]): Issue[] {
  const bytes = new Map(files.map((file) => [file.name, file.bytes]));
  return rules.map((broken) => issueOf(engine, broken, model, bytes.get(broken.file ?? model)));
}

function issueOf(engine: string, broken: BrokenRule, model: string, bytes: Uint8Array | undefined): Issue {
  const { rule, message, source, file, line, column, offset, fix } = broken;
  const excerpt = bytes && line !== undefined && offset !== undefined ? excerptAt(bytes, offset) : undefined;
  return {
    code: `${engine}:${rule}`,
    severity: severityOf(broken),
    message,
    source: file ?? model,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(offset !== undefined && { offset }),
    ...((source || fix) && {
      help: [fix && `'vitrine convert --for ${engine}' ${fix}.`, source && `Source: ${source}`]
        .filter(Boolean)
        .join(' '),
    }),
    ...(excerpt && { excerpt }),
  };
}

const severityOf = ({ verdict, severity }: BrokenRule): Issue['severity'] =>
  verdict && isRejected(verdict) ? 0 : verdict ? 1 : severity === 'loss' ? 2 : 3;

function excerptAt(bytes: Uint8Array, offset: number): { text: string; caret: number } {
  const isEnd = (at: number): boolean => bytes[at] === 10 || bytes[at] === 13;
  let start = Math.min(offset, bytes.length),
    end = start;
  while (start > 0 && offset - start < kReach && !isEnd(start - 1)) start -= 1;
  while (end < bytes.length && end - offset < kReach && !isEnd(end)) end += 1;
  return { text: new TextDecoder().decode(bytes.subarray(start, end)), caret: offset - start };
}
