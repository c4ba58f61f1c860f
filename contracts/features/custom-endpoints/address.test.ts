import { describe, expect, it } from 'vitest';
import { byLiterals, calledPath, isPath, matchPath, overlaps } from './address.ts';

describe('endpoint path', () => {
  it.each(['orders', 'orders/:id', 'a/b/c/d/e/f/g/h', 'v1x/list', 'orders/v2', '~stok-2.json'])(
    'accepts %s',
    path => expect(isPath(path)).toBe(true),
  );
  it.each([
    '',
    '/orders',
    'orders/',
    'a//b',
    'v1/orders',
    'v12',
    '..',
    '.',
    'a/../b',
    'a b',
    'sipariş',
    ':',
    ':1a',
    ':id/:id',
    'a/b/c/d/e/f/g/h/i',
    'a?b',
    'a%2fb',
    '*',
  ])('rejects %j', path => expect(isPath(path)).toBe(false));
});

it('matchPath returns the segments at the places of parameters', () => {
  expect(matchPath('orders/:id/lines/:line', ['orders', '7', 'lines', 'a/b'])).toEqual({
    id: '7',
    line: 'a/b',
  });
  expect(matchPath('orders/:id', ['orders'])).toBeUndefined();
  expect(matchPath('orders/:id', ['orders', ''])).toBeUndefined();
  expect(matchPath('orders/:id', ['Orders', '7'])).toBeUndefined();
  expect(matchPath(':toString', ['x'])).toEqual({ toString: 'x' });
});

it('calledPath reads the version from the first segment only', () => {
  expect(calledPath(['v2', 'orders'])).toEqual({ version: 2, segments: ['orders'] });
  expect(calledPath(['orders', 'v2'])).toEqual({ version: undefined, segments: ['orders', 'v2'] });
  expect(calledPath(['v0', 'orders'])).toEqual({ version: undefined, segments: ['v0', 'orders'] });
});

it('overlaps reports endpoints that one request could match', () => {
  expect(
    overlaps({ method: 'GET', path: 'orders/:id' }, { method: 'GET', path: 'orders/:no' }),
  ).toBe(true);
  expect(
    overlaps({ method: 'GET', path: 'orders/:id' }, { method: 'ANY', path: 'orders/:id' }),
  ).toBe(true);
  expect(
    overlaps({ method: 'GET', path: 'orders/:id' }, { method: 'POST', path: 'orders/:id' }),
  ).toBe(false);
  expect(
    overlaps({ method: 'GET', path: 'orders/:id' }, { method: 'GET', path: 'orders/last' }),
  ).toBe(false);
});

it('byLiterals sorts literals before parameters by the first difference', () => {
  expect(
    [':a/b', 'a/:b', ':a/:b', 'a/b']
      .map(path => ({ path }))
      .toSorted(byLiterals)
      .map(({ path }) => path),
  ).toEqual(['a/b', 'a/:b', ':a/b', ':a/:b']);
});
