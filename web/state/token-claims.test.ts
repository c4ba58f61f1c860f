import { expect, it } from 'vitest';
import { isSuperseded } from './token-claims.ts';

const token = (claims: object): string => `x.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.x`;

it.each([
  [{ sid: 's', gen: 1 }, { sid: 's', gen: 2 }, true],
  [{ sid: 's' }, { sid: 's', gen: 1 }, true],
  [{ sid: 's', gen: 2 }, { sid: 's', gen: 2 }, false],
  [{ sid: 's', gen: 2 }, { sid: 's', gen: 1 }, false],
  [{ sid: 's', gen: 1 }, { sid: 'other', gen: 2 }, false],
  [{}, {}, false],
])('%j is superseded by %j: %s', (one, other, expected) =>
  expect(isSuperseded(token(one), token(other))).toBe(expected),
);

it('an invalid token is never superseded', () =>
  expect([isSuperseded('one', 'two'), isSuperseded('', token({ sid: 's' }))]).toEqual([
    false,
    false,
  ]));
