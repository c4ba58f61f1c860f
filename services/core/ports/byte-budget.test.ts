import { expect, it } from 'vitest';
import { ByteBudget, jsonBytes, weigh } from './byte-budget.ts';

it('ByteBudget accepts what fits, and always a first item', () => {
  const budget = new ByteBudget(10);
  expect([25, 1].map(bytes => new ByteBudget(10).takes(bytes))).toEqual([true, true]);
  expect([4, 6, 1, 0].map(bytes => budget.takes(bytes))).toEqual([true, true, false, true]);
  expect(budget.taken).toBe(10);
  const large = new ByteBudget(10);
  expect([large.takes(25), large.takes(1)]).toEqual([true, false]);
});

it('jsonBytes measures values as sent', () => {
  expect(['a', 'ı', '"', { a: [1, null] }, undefined].map(jsonBytes)).toEqual([
    3,
    4,
    4,
    '{"a":[1,null]}'.length,
    0,
  ]);
});

it('weigh counts long text wherever it is nested', () => {
  const text = 'x'.repeat(1000);
  const places = [
    text,
    [text],
    { a: { b: [text] } },
    { [text]: 1 },
    new Map([['a', { text }]]),
    new Map([[text, 1]]),
    new Set([text]),
  ];
  expect(places.map(place => weigh(place) >= 1000 && weigh(place) < 1200)).toEqual(
    places.map(() => true),
  );
  expect(weigh(Array.from({ length: 1000 }, () => ({})))).toBeGreaterThan(16_000);
});
