import type { LogEntry } from '@hzm/services/core/ports/request-log-store';
import { expect, it } from 'vitest';
import { figuresByCall, figuresOf } from './figures.ts';

const entry = (name: string, actor: string, ms: number, status = 200) =>
  ({ name, actor, ms, status }) as LogEntry;

it('figures are the times within which half and 95 of 100 requests were answered', () => {
  const entries = Array.from({ length: 100 }, (_, n) =>
    entry('list-rows', 'k', 100 - n, n < 3 ? 500 : 200),
  );
  expect(figuresOf(entries)).toEqual({ requests: 100, failed: 3, p50: 50, p95: 95 });
  expect(figuresOf(entries.slice(0, 1))).toEqual({ requests: 1, failed: 1, p50: 100, p95: 100 });
  expect(figuresOf([])).toBeUndefined();
});

it('figures are by call, and by key where it may be told, slowest first', () => {
  const entries = [
    entry('list-rows', 'k', 5),
    entry('add-row', 'k', 30),
    entry('list-rows', 'l', 9),
    entry('', 'k', 99),
  ];
  const told = (isApart: boolean) =>
    figuresByCall(entries, () => isApart).map(({ newest, figures }) => [
      newest.name,
      newest.actor,
      figures.requests,
    ]);
  expect(told(true)).toEqual([
    ['add-row', 'k', 1],
    ['list-rows', 'l', 1],
    ['list-rows', 'k', 1],
  ]);
  expect(told(false)).toEqual([
    ['add-row', 'k', 1],
    ['list-rows', 'k', 2],
  ]);
});
