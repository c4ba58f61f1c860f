interface Group {
  size: number;
  /** The size of its last part, which a repetition repeats. */
  last: number;
  /** The size that its brackets add. */
  readonly more: number;
}

/**
 * Returns an upper bound on the size of the RE2 program of a pattern, without compiling it. 488
 * characters can make 480,000 steps, which take a third of a second. The bound is arbitrary for an
 * invalid pattern.
 */
export function programSizeAtMost(pattern: string): number {
  const whole: Group = { size: 0, last: 0, more: 2 };
  const open = [whole];
  const add = (size: number): void => {
    const group = open.at(-1)!;
    group.size += size;
    group.last = size;
  };
  const repeat = (times: number, more: number): void => {
    const group = open.at(-1)!;
    const repeated = times * group.last + more;
    group.size += repeated - group.last;
    group.last = repeated;
  };

  for (let at = 0; at < pattern.length;) {
    const token = TOKEN.exec(pattern.slice(at))![0];
    at += token.length;
    if (NOTHING.test(token)) continue;
    if (token.startsWith('('))
      open.push({ size: 0, last: 0, more: /^\(\?[^P<]/.test(token) ? 0 : 2 });
    else if (token === ')') {
      const { size, more } = open.length > 1 ? open.pop()! : whole;
      add(Math.max(1, size) + more);
    } else if (token === '|') add(2); // An empty alternative is a step, too.
    else if (token === '?' || token === '+') repeat(1, 1);
    else if (token === '*') repeat(1, 2);
    else if (token.startsWith('{') && token.length > 1) {
      const [least = 0, most] = token.slice(1, -1).split(',').map(Number);
      const times = Math.max(1, least, most ?? 0);
      repeat(times, token.endsWith(',}') ? 2 : times - Math.min(least, times));
    } else if (token.startsWith('\\Q')) for (const _ of token) add(1);
    else add(1);
  }
  return open.reduce((sum, { size, more }) => sum + size + more, 2);
}

/**
 * One part: flags, quoted text, an escape, a class, the beginning of a group, a repetition, or a
 * single character.
 */
const TOKEN =
  /^(?:\(\?[imsU-]*\)|\\Q[^]*?(?:\\E|$)|\\[xpP]\{[^}]*\}|\\[^]|\[\^?\]?(?:\[:\^?\w+:\]|\\[^]|[^\]\\])*\]|\((?:\?(?:[:P<]|[imsU-]+:?))?|\{\d{1,9}(?:,\d{0,9})?\}|[^])/u;

/**
 * Flags, and quotes around nothing or left open: a repetition behind them is about what stands
 * before.
 */
const NOTHING = /^(?:\(\?[imsU-]*\)|\\Q(?:\\E)?|\\E)$/;

/** Code points that other ones are equal to but for case: those that a folded range looks up. */
const FOLDED = { from: 0x41, to: 0x1e943 };
/** Code points that are looked up in the time of a step. */
const FOLDED_A_STEP = 2;
/** The steps of reading a class of Unicode, such as `\pL`. */
const TABLE_STEPS = 4096;

/** Returns the code point that ends a range, from the text behind its hyphen. */
function endOfRange(behind: string): number {
  const written = /^\\x(?:\{([\da-f]+)\}|([\da-f]{2}))/i.exec(behind);
  if (written) return Number.parseInt(written[1] ?? written[2]!, 16);
  return behind.codePointAt(0) ?? 0;
}

/**
 * Returns an upper bound on the steps of compiling the classes of a pattern, whose ranges are
 * folded one code point after another: 400 characters can take a tenth of a second.
 */
export function classStepsAtMost(pattern: string): number {
  const tables = TABLE_STEPS * (pattern.match(/\\p/gi)?.length ?? 0);
  if (!/\(\?[a-z]*i/i.test(pattern)) return tables;
  let points = 0;
  for (let at = pattern.indexOf('-'); at >= 0; at = pattern.indexOf('-', at + 1)) {
    const before = /[^]$/u.exec(pattern.slice(0, at))?.[0].codePointAt(0) ?? 0;
    const from = Math.max(before, FOLDED.from);
    points += Math.max(0, Math.min(endOfRange(pattern.slice(at + 1)), FOLDED.to) - from);
  }
  return tables + Math.ceil(points / FOLDED_A_STEP);
}
