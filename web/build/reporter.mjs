// A reporter for `node --test`: one line of JSON per finished test, for the summary of `npm test`.

const results = { 'test:pass': 'passed', 'test:fail': 'failed' };

export default async function* reporter(source) {
  for await (const { type, data } of source) {
    if (!(type in results)) continue;
    const passed = type === 'test:pass';
    // A suite only repeats what its tests said, unless it failed by itself (a hook threw) or was skipped: then its tests
    // are not known, and it counts as one.
    const repeats = passed ? data.skip === undefined : data.details.error?.failureType === 'subtestsFailed';
    if (data.details?.type === 'suite' && repeats) continue;
    // A file without tests "passes" under its own name.
    if (passed && data.name === data.file) continue;
    const result = data.skip === undefined ? results[type] : 'skipped';
    const { error } = data.details,
      reason = typeof data.skip === 'string' ? data.skip : passed ? '' : String(error?.cause?.message ?? error?.message);
    yield `${JSON.stringify({ name: data.name, file: data.file, result, reason, ms: Math.round(data.details.duration_ms) })}\n`;
  }
}
