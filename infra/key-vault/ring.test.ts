import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { isRotating, newRing, openRing, withNextSecret, withOnlySecret } from './ring.ts';
import { WrongSecret } from './wrapping.ts';

const [before, after, other] = [
  randomBytes(32),
  Buffer.from('a long enough passphrase'),
  randomBytes(32),
] as const;

it('a ring opens with its own secret only', () => {
  const ring = newRing(before);
  expect(openRing(ring, before).roots.get(1)).toHaveLength(32);
  expect(() => openRing(ring, other)).toThrow(WrongSecret);
  expect(isRotating(ring)).toBe(false);
});

it('a ring in rotation opens with both secrets and keeps its pepper', () => {
  const ring = newRing(before);
  const old = openRing(ring, before);
  const both = withNextSecret(ring, old, before, after);
  expect(isRotating(both)).toBe(true);
  const [one, two] = [openRing(both, before), openRing(both, after)];
  expect(two).toEqual(one);
  expect([one.current, [...one.roots.keys()]]).toEqual([2, [1, 2]]);
  expect([one.pepper, one.roots.get(1)]).toEqual([old.pepper, old.roots.get(1)]);
  expect(() => openRing(both, other)).toThrow(WrongSecret);

  const done = withOnlySecret(two, after);
  expect(isRotating(done)).toBe(false);
  expect(() => openRing(done, before)).toThrow(WrongSecret);
  expect(openRing(done, after)).toEqual({
    current: 2,
    roots: new Map([[2, one.roots.get(2)]]),
    pepper: old.pepper,
  });
  // A process that knows the previous root continues without the new secret.
  expect(openRing(done, before, one.roots)).toEqual(openRing(done, after));
});

it('a process that knows the previous root follows each rotation without the new secret', () => {
  let ring = newRing(before);
  let open = openRing(ring, before);
  const roots = new Map(open.roots);
  let own = before;
  for (let n = 0; n < 4; n++) {
    const next = randomBytes(32);
    ring = withNextSecret(ring, open, own, next);
    for (const [id, root] of openRing(ring, before, roots).roots) roots.set(id, root);
    open = openRing(ring, next);
    ring = withOnlySecret(open, next);
    open = openRing(ring, next);
    own = next;
    expect(openRing(ring, before, roots)).toEqual(open);
  }
  // A process that missed one rotation is locked out.
  ring = withNextSecret(ring, open, own, other);
  ring = withOnlySecret(openRing(ring, other), other);
  expect(() => openRing(ring, before, roots)).toThrow(WrongSecret);
});

it('a rotation can restart, also with another secret if the first was lost', () => {
  const ring = newRing(before);
  const first = withNextSecret(ring, openRing(ring, before), before, other);
  const again = withNextSecret(first, openRing(first, before), before, after);
  expect(openRing(again, after)).toEqual(openRing(first, before));
  expect(() => openRing(again, other)).toThrow(WrongSecret);
});
