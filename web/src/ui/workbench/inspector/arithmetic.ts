// Plain arithmetic in number fields: `3/4`, `(1+2)*0.5`, and `*2` or `/3` of what stands there.

/** What a text comes to; `before` is what `*2` and `/2` at its start work on. Undefined for what is no arithmetic, or no number. */
export function calculate(text: string, before: number): number | undefined {
  const signs = text.replaceAll(' ', '').replaceAll('\u2212', '-');
  let at = 0;
  const take = (sign: string): boolean => {
    if (signs[at] !== sign) return false;
    ++at;
    return true;
  };
  const unit = (): number => {
    if (take('-')) return -unit();
    if (take('+')) return unit();
    if (take('(')) {
      const inner = sum();
      return take(')') ? inner : NaN;
    }
    const found = /^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/i.exec(signs.slice(at));
    if (!found) return NaN;
    at += found[0].length;
    return Number(found[0]);
  };
  const goOn = (value: number): number => {
    for (;;) {
      if (take('*')) value *= unit();
      else if (take('/')) value /= unit();
      else return value;
    }
  };
  const sum = (): number => {
    let value = goOn(unit());
    for (;;) {
      if (take('+')) value += goOn(unit());
      else if (take('-')) value -= goOn(unit());
      else return value;
    }
  };
  const value = signs[0] === '*' || signs[0] === '/' ? goOn(before) : sum();
  return at === signs.length && at > 0 && Number.isFinite(value) ? value : undefined;
}
