import type { Find } from '@hzm/services/core/ports/read-model';
import { expect, it } from 'vitest';
import { layoutOf } from './layout.ts';
import { isLong } from './long-pages.ts';
import { EMPTY, Partition } from './partition.ts';

const spec = { name: 'rows', projection: 'rows', partitioned: true, indexMembersOf: 'values' };
const members = Array.from({ length: 70 }, (_, i) => `f${i}`);
const of = (rows: number): Partition => {
  const state = { ...EMPTY, rows, width: 70, indexed: true };
  return new Partition(undefined as never, layoutOf(spec), 1, state, members, 1);
};
const asked = (more: object): Find => ({ collection: spec, limit: 20, ...more });
const eq = (path: string) => ({ where: [{ path, op: 'eq', value: 'x' }] });
const by = (path: string) => ({ by: { path } });

it.each([
  ['nothing', {}, false, false],
  ['an indexed condition, sorted', { ...eq('values.f1'), sort: by('values.f2') }, false, true],
  ['an indexed sort alone', { sort: by('values.f2') }, false, false],
  ['the order of changes', { sort: { by: 'changed' } }, false, false],
  ['a condition without an index', eq('values.f66'), true, true],
  ['a sort without an index', { sort: by('values.f66') }, true, true],
  ['a tie without an index', { sort: { ...by('values.f1'), thenBy: [by('values.f66')] } }, true, true],
  ['others than these', { where: [{ path: 'values.f1', op: 'ne', value: 'x' }] }, true, true],
  ['a text', { where: [{ path: 'values.f1', op: 'contains', text: 'x' }] }, true, true],
])('a page of %s is long in a large table: %#', (_, more, inLarge, inHuge) => {
  expect(isLong(of(1_000), 2_000, asked(more))).toBe(false);
  expect(isLong(of(3_000), 2_000, asked(more))).toBe(inLarge);
  expect(isLong(of(30_000), 2_000, asked(more))).toBe(inHuge);
});
