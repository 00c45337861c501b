// "Did you mean": the name that a mistyped one is nearest to.

/** Letters to add, drop, change or swap with their neighbour until `from` is `to`. */
export function distance(from: string, to: string): number {
  let before: number[] = [],
    last = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; ++i) {
    const row = [i];
    for (let j = 1; j <= to.length; ++j) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      let least = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + same);
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (swapped) least = Math.min(least, (before[j - 2] as number) + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[to.length] as number;
}

/** The name of `names` that was most likely meant; undefined where none is near. */
export function nearest(wanted: string, names: readonly string[]): string | undefined {
  // One slip in three letters; more is another word. Long names are no typing slips.
  const most = Math.max(1, Math.floor(Math.min(wanted.length, 60) / 3));
  const near = names
    .map((name) => ({ name, far: distance(wanted.slice(0, 60), name) }))
    .filter(({ far }) => far <= most)
    .sort((a, b) => a.far - b.far);
  return near[0]?.name;
}

/** `; did you mean 'inspect'?`, or nothing. */
export function hint(wanted: string, names: readonly string[], prefix = ''): string {
  const name = nearest(wanted, names);
  return name === undefined ? '' : `; did you mean '${prefix}${name}'?`;
}
