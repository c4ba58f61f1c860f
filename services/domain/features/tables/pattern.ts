import type { Text } from '@hzm/contracts/core/problem';
import { slice } from '@hzm/services/core/ports/slices';
import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import { classStepsAtMost, programSizeAtMost } from './pattern-size.ts';

/**
 * RE2 takes time linear to the text *times the program*, so both are bounded together: work is the
 * program's size times the text's length, in characters,
 * and one more. A step takes 60 ns at worst.
 */
const MAX_VALUE_STEPS = 2 ** 19;
/**
 * Maximum cost of all values of one call, so that a thousand values in bulk cost no more than a
 * few.
 */
const MAX_CALL_STEPS = 2 ** 22;
/** A larger program would serve no text of 255 characters. */
const MAX_PROGRAM_SIZE = 2048;
/** Maximum cost of compiling the classes of a new rule. */
const MAX_CLASS_STEPS = 2 ** 17;
/** The cost of compiling a program, in steps for each unit of its size. */
const MAKING_STEPS = 64;

interface Program {
  readonly expression: RE2JS;
  readonly size: number;
}

// A program takes up to 180 bytes for each of its size, and a matcher of its own.
const programs = new LRUCache<string, Program>({
  max: 1000,
  maxSize: 32 * 2 ** 20,
  sizeCalculation: ({ size }, pattern) => 2000 + 2 * pattern.length + 256 * size,
});

/** The pattern made ready, once for all its uses; a problem where it cannot be. */
function programOf(pattern: string): Program | 'invalid' | 'large' {
  const known = programs.get(pattern);
  if (known) return known;
  if (programSizeAtMost(pattern) > MAX_PROGRAM_SIZE) return 'large';
  try {
    const expression = RE2JS.compile(pattern);
    const program = { expression, size: expression.programSize() };
    programs.set(pattern, program);
    return program;
  } catch {
    return 'invalid';
  }
}

const longestFor = ({ size }: Program): number => Math.floor(MAX_VALUE_STEPS / size) - 1;

/**
 * Returns the reason why a pattern cannot be a rule for texts of at most `maxLength` characters;
 * undefined if it can.
 */
export function patternProblem(pattern: string, maxLength: number | undefined): Text | undefined {
  if (classStepsAtMost(pattern) > MAX_CLASS_STEPS) return { key: 'rule-pattern-classes' };
  const program = programOf(pattern);
  if (program === 'invalid') return { key: 'rule-pattern' };
  if (program === 'large') return { key: 'rule-pattern-large' };
  const limit = longestFor(program);
  return maxLength !== undefined && maxLength > limit
    ? { key: 'rule-pattern-costly', values: { limit } }
    : undefined;
}

/** The patterns of one call: how much they may still cost. */
export class PatternWork {
  readonly #made = new Set<string>();
  #left = MAX_CALL_STEPS;

  /** Counts the pattern of a new rule; whether making it ready is within the cost of a call. */
  mayMake(pattern: string): boolean {
    if (this.#made.has(pattern)) return true;
    this.#made.add(pattern);
    const size = Math.min(programSizeAtMost(pattern), MAX_PROGRAM_SIZE);
    this.#left -= classStepsAtMost(pattern) + size * MAKING_STEPS;
    return this.#left >= 0;
  }

  /**
   * Returns the reason why a text of that many characters does not match a pattern. An invalid
   * pattern from before there were bounds matches everything.
   */
  problem(pattern: string, text: string, length: number): Text | undefined {
    // Rules of earlier versions may have classes of any cost.
    if (!this.#made.has(pattern)) this.#left -= classStepsAtMost(pattern);
    if (this.#left < 0) return { key: 'value-pattern-work' };
    const program = programOf(pattern);
    if (program === 'invalid') return undefined;
    if (program === 'large') return { key: 'rule-pattern-large' };
    const limit = longestFor(program);
    if (length > limit) return { key: 'value-pattern-costly', values: { limit } };
    this.#left -= program.size * (length + 1 + (this.#made.has(pattern) ? 0 : MAKING_STEPS));
    if (this.#left < 0) return { key: 'value-pattern-work' };
    this.#made.add(pattern);
    return program.expression.matcher(text).find()
      ? undefined
      : { key: 'value-pattern', values: { limit: pattern } };
  }
}

/** Makes patterns ready in slices, as far as those of a call may cost: each takes milliseconds. */
export async function makeReady(patterns: Iterable<string>): Promise<void> {
  const work = new PatternWork();
  for (const pattern of patterns) {
    if (programs.has(pattern)) continue;
    await slice();
    if (!work.mayMake(pattern)) return;
    programOf(pattern);
  }
}
