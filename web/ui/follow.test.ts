import { expect, it } from 'vitest';
import { follow } from './follow.ts';

const base = { name: 'Stok', description: '', limit: 100 };

it('a member that is not being edited takes the new value', () => {
  expect(follow(base, { ...base, name: 'Depo' }, base)).toEqual({
    values: { ...base, name: 'Depo' },
    base: { ...base, name: 'Depo' },
    underneath: new Map(),
  });
});

it('a member that is being edited keeps its draft and reports the new value', () => {
  const typed = { ...base, name: 'Stoklar' };
  const first = follow(base, { ...base, name: 'Depo', limit: 5 }, typed);
  expect(first).toEqual({
    values: { ...typed, limit: 5 },
    base: { ...base, limit: 5 },
    underneath: new Map([['name', 'Depo']]),
  });
  expect(
    follow(first.base, { ...base, name: 'Depo', limit: 6 }, first.values).underneath,
    'still',
  ).toEqual(new Map([['name', 'Depo']]));
  expect(follow(first.base, { ...base, limit: 6 }, first.values).underneath, 'taken back').toEqual(
    new Map(),
  );
});

it('an equal change on both sides reports nothing', () => {
  const typed = { ...base, name: 'Depo' };
  expect(follow(base, typed, typed)).toEqual({ values: typed, base: typed, underneath: new Map() });
});
