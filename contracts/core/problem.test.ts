import { describe, expect, it } from 'vitest';
import { Details, Problem, type ProblemDetail } from './problem.ts';

const wrong = (n: number): ProblemDetail => ({ path: `f${n}`, message: { key: 'value-required' } });
const found = (count: number): Details => {
  const details = new Details();
  for (let n = 0; n < count; n++) details.push(wrong(n));
  return details;
};

describe('details of a problem', () => {
  it('lists up to a hundred details', () => {
    expect(new Problem('VALIDATION_ERROR', { details: found(100) }).details).toEqual(
      Array.from({ length: 100 }, (_, n) => wrong(n)),
    );
  });

  it('replaces the last of more than a hundred by the number of the rest', () => {
    const details = new Problem('VALIDATION_ERROR', { details: found(1234) }).details!;
    expect([details.length, details[98], details[99]]).toEqual([
      100,
      wrong(98),
      { path: '', message: { key: 'more-details', values: { count: 1135 } } },
    ]);
    expect(
      new Problem('NOT_FOUND', {
        details: Array.from({ length: 101 }, (_, n) => wrong(n)),
      }).details!.at(-1)!.message.values,
    ).toEqual({ count: 2 });
  });

  it('prefixes the paths of a part and counts all parts together', () => {
    const all = new Details();
    for (let part = 0; part < 3; part++)
      all.include(
        new Problem('VALIDATION_ERROR', { details: found(150) }).found!,
        path => `rows.${part}.${path}`,
      );
    expect([
      all.length,
      all.list.length,
      all.list[0]!.path,
      all.list.at(-1)!.message.values,
    ]).toEqual([450, 100, 'rows.0.f0', { count: 351 }]);
    const few = new Details();
    for (let part = 0; part < 3; part++) few.include(found(40), path => `${part}.${path}`);
    expect([few.length, few.list.length, few.list[98]!.path]).toEqual([120, 100, '2.f18']);
  });
});
