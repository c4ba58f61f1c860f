import { describe, expect, it } from 'vitest';
import { patternProblem, PatternWork } from './pattern.ts';

/** 77 characters, 1,800 steps for each letter. */
const COSTLY = `^(${'(?:\\w?){30}'.repeat(6)}){5}$`;
const keyOf = (pattern: string, text: string): string | undefined =>
  new PatternWork().problem(pattern, text, text.length)?.key;

describe('a rule', () => {
  it.each([
    ['^[^@\\s]+@[^@\\s]+$', undefined, undefined],
    ['^\\d{5}$', 10_000, undefined],
    ['.', 100_000, undefined],
    ['^.{1,1000}$', undefined, undefined],
    ['(', undefined, 'rule-pattern'],
    ['(?<=a)b', undefined, 'rule-pattern'],
    ['.{1,1000}.{1,1000}', undefined, 'rule-pattern-large'],
    [`(${'a'.repeat(480)}){1000}`, 1, 'rule-pattern-large'],
    ['^\\d{5}$', 1_048_576, 'rule-pattern-costly'],
    ['^.{1,1000}$', 1000, 'rule-pattern-costly'],
    ['(?i)^[a-z0-9._%+-]+@[a-zğüşıöç0-9.-]+\\.[\\pL\\pN]{2,}$', undefined, undefined],
    ['(?i)^[\\x{4e00}-\\x{9fff}ぁ-ゖ]+$', undefined, undefined],
    ['(?i)[a-\\x{10ffff}]'.repeat(20), undefined, 'rule-pattern-classes'],
    [`(?mi:${'[--\\x{00000001E942}]'.repeat(20)})(`, undefined, 'rule-pattern-classes'],
    ['[\\pC\\PC]'.repeat(40), undefined, 'rule-pattern-classes'],
  ] as const)('%s for at most %j letters: %j', (pattern, maxLength, key) =>
    expect(patternProblem(pattern, maxLength)?.key).toBe(key),
  );

  it('says how long texts may be, and exactly so long they may be', () => {
    const { limit } = patternProblem('^.{1,1000}$', 1000)!.values as { limit: number };
    expect(patternProblem('^.{1,1000}$', limit)).toBeUndefined();
    expect(keyOf('^.{1,1000}$', 'a'.repeat(limit))).toBeUndefined();
    expect(new PatternWork().problem('^.{1,1000}$', 'a'.repeat(limit + 1), limit + 1)).toEqual({
      key: 'value-pattern-costly',
      values: { limit },
    });
  });
});

describe('a value', () => {
  it('too long for its pattern is refused before any work', () => {
    const from = performance.now();
    expect(keyOf(COSTLY, 'a'.repeat(40_000))).toBe('value-pattern-costly');
    expect(keyOf(`(${'a'.repeat(480)}){1000}`, 'a')).toBe('rule-pattern-large');
    expect(performance.now() - from).toBeLessThan(2_000);
  });

  it('meets a pattern from before there were checks that is none, and passes', () =>
    expect(keyOf('(', 'a')).toBeUndefined());

  it('is one of many in a call, which share what patterns may cost', () => {
    const work = new PatternWork();
    const keys = Array.from(
      { length: 1000 },
      () => work.problem(COSTLY, 'a'.repeat(200), 200)?.key,
    );
    const done = keys.filter(key => key === undefined).length;
    expect([done > 5, done < 50, keys.at(-1)]).toEqual([true, true, 'value-pattern-work']);
  });

  it('is one of a thousand rows with ordinary patterns, which a call may well have', () => {
    const work = new PatternWork();
    for (let i = 0; i < 1000; i++) {
      for (const [pattern, text] of [
        ['^[^@\\s]+@[^@\\s]+\\.[^@\\s]{2,}$', 'ayse.yilmaz@example.com'],
        ['^TR\\d{24}$', `TR${'1'.repeat(24)}`],
        ['^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'],
      ] as const) {
        expect(work.problem(pattern, text, text.length)).toBeUndefined();
      }
    }
  });

  it('does not read classes whose cost is beyond what patterns of a call may cost', () => {
    const work = new PatternWork();
    const before = process.threadCpuUsage();
    const keys = Array.from(
      { length: 100 },
      (_, i) => work.problem(`${i}|(?i)${'[a-\\x{10ffff}]'.repeat(28)}`, 'a', 1)?.key,
    );
    const { user } = process.threadCpuUsage(before);
    expect([keys[0], keys.at(-1), user < 2_000_000]).toEqual([
      'value-pattern',
      'value-pattern-work',
      true,
    ]);
  });

  it('makes patterns ready as often as it may: each one that is new to a call costs', () => {
    const work = new PatternWork();
    const keys = Array.from(
      { length: 200 },
      (_, i) => work.problem(`^(?:\\pL?){600}${i}$`, 'a', 1)?.key,
    );
    expect([keys[0], keys.at(-1)]).toEqual(['value-pattern', 'value-pattern-work']);
  });
});
