// Findings of readers that take a text line by line.

import type { Notes } from './notes';

/** A buffer of 512 bytes holds so much of a line. */
const kPiece = 511;
const kHeader = /^\s*(?:num\w+|frameRate)\b/i;
const kBlock = /^\s*(?:joints|mesh|hierarchy|bounds|baseframe|frame)\b/i;

export function noteLines(bytes: Uint8Array, notes: Notes): void {
  const text = new TextDecoder('latin1').decode(bytes);
  if (text.includes('\r') && !text.includes('\n')) notes.add('line.cr_only', 0);
  let start = 0,
    swallowing = false,
    number = 0;
  while (start < text.length) {
    const feed = text.indexOf('\n', start),
      end = feed < 0 ? text.length : feed;
    number += 1;
    if (end - start > kPiece) noteLong(text.slice(start, start + 64), start, end - start, notes);
    // The first two lines are read apart.
    if (number > 2) swallowing = noteSwallowed(text.slice(start, Math.min(end, start + 256)), start, swallowing, notes);
    start = end + 1;
  }
}

/** Numbers that are cut in two; a long comment or command line is harmless. */
function noteLong(begin: string, start: number, bytes: number, notes: Notes): void {
  if (/^\s*[-+.\d]/.test(begin)) notes.add('line.max', start, bytes, kPiece);
}

/**
 * A value that no blank follows takes the next lines with it, up to an empty one. Returns whether the next line is taken.
 */
function noteSwallowed(line: string, start: number, swallowed: boolean, notes: Notes): boolean {
  if (/^\s*$/.test(line)) return false;
  if (swallowed && kBlock.test(line)) notes.add('header.blank_line_before_block', start, line.trim().slice(0, 40));
  const rate = /^\s*frameRate\s+(\S+)/i.exec(line);
  if (swallowed && rate && Number(rate[1]) !== kDefaultRate)
    notes.add('header.blank_after_value', start, rate[1], kDefaultRate);
  if (/\s$/.test(line)) return false;
  return swallowed || kHeader.test(line);
}

/** Rate of an animation whose rate was not read. */
const kDefaultRate = 24;
