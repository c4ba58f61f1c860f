import { expect, it } from 'vitest';
import { follow } from './follow.ts';

const base = { name: 'Stok', description: '', limit: 100 };

it('takes over what nobody edits here', () => {
  expect(follow(base, { ...base, name: 'Depo' }, base)).toEqual({
    values: { ...base, name: 'Depo' },
    base: { ...base, name: 'Depo' },
    underneath: new Map(),
  });
});

it('keeps what is typed, and tells what it has become', () => {
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

it('has nothing to tell where both did the same', () => {
  const typed = { ...base, name: 'Depo' };
  expect(follow(base, typed, typed)).toEqual({ values: typed, base: typed, underneath: new Map() });
});
