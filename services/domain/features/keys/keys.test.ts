import { Problem } from '@hzm/contracts/core/problem';
import { apiKeysSuspended } from '@hzm/contracts/features/keys/events';
import { MAX_KEYS } from '@hzm/contracts/features/keys/key';
import { expect, it } from 'vitest';
import type { Decision } from '../../../core/commands/decider.ts';
import { addKey, changeKey, keys, removeKey, type Keys } from './keys.ts';

const NOW = '2026-11-20T10:00:00.000Z';
const of = { projectId: 'p', keyId: 'k' };
const added = {
  ...of,
  name: 'Mobil',
  permissions: ['read' as const],
  scope: 'project' as const,
  expiresAt: null,
  rateLimit: 1000,
  isActive: true,
  apiKey: 'hzm_x',
};

const after = (s: Keys, decision: Decision): Keys => {
  if (decision instanceof Problem) throw decision;
  return decision.reduce((state, { type, data }) => keys.evolve(state, { type, data }), s);
};
const refusal = (decision: Decision): unknown =>
  decision instanceof Problem ? decision.text.key : decision;
const one = after(keys.initial, addKey(added, NOW)(keys.initial));

it('adds a key once, with its permissions in their order', () => {
  expect(
    addKey({ ...added, permissions: ['delete', 'read', 'read'] }, NOW)(keys.initial),
  ).toMatchObject([{ type: 'api-key-added', data: { permissions: ['read', 'delete'] } }]);
  expect(addKey(added, NOW)(one)).toEqual([]);
});

it('refuses a date that is over, and more keys than fit', () => {
  expect(refusal(addKey({ ...added, expiresAt: NOW }, NOW)(keys.initial))).toBe('VALIDATION_ERROR');
  const full: Keys = new Map(
    Array.from({ length: MAX_KEYS }, (_, i) => [`k${i}`, { ...added, isSuspended: false }]),
  );
  expect(refusal(addKey(added, NOW)(full))).toBe('api-key-limit');
});

it('changes what is named and nothing twice; an old date may stay', () => {
  const changed = after(
    one,
    changeKey(of, { isActive: false, expiresAt: '2026-11-21T00:00:00.000Z' }, NOW, false)(one),
  );
  expect(changed.get('k')).toEqual({
    name: 'Mobil',
    permissions: ['read'],
    expiresAt: '2026-11-21T00:00:00.000Z',
    rateLimit: 1000,
    isActive: false,
    isSuspended: false,
  });
  expect(changeKey(of, { isActive: false }, NOW, false)(changed)).toEqual([]);
  expect(changeKey(of, { name: 'Yeni' }, '2027-01-01T00:00:00.000Z', false)(changed)).toHaveLength(
    1,
  );
  expect(refusal(changeKey(of, { expiresAt: NOW }, NOW, false)(changed))).toBe('VALIDATION_ERROR');
});

it('refuses to change or remove the main key', () => {
  const main = { projectId: 'p', keyId: 'p' };
  expect(refusal(changeKey(main, { name: 'x' }, NOW, false)(one))).toBe('main-key');
  expect(refusal(removeKey(main)(one))).toBe('main-key');
});

it('removes a key for good', () => {
  const none = after(one, removeKey(of)(one));
  expect(removeKey(of)(none)).toEqual([]);
  expect(refusal(changeKey(of, { name: 'x' }, NOW, false)(none))).toBe('NOT_FOUND');
});

it('switches a suspended key on by somebody who may', () => {
  const off = keys.evolve(
    one,
    apiKeysSuspended({ projectId: 'p', ownerId: 'o', keyIds: ['k'], names: ['Mobil'] }),
  );
  expect(off.get('k')).toMatchObject({ isActive: false, isSuspended: true });
  expect(refusal(changeKey(of, { isActive: true }, NOW, false)(off))).toBe('api-key-suspended');
  const renamed = after(off, changeKey(of, { name: 'Yeni' }, NOW, false)(off));
  expect(renamed.get('k')).toMatchObject({ name: 'Yeni', isActive: false, isSuspended: true });
  expect(after(off, changeKey(of, { isActive: true }, NOW, true)(off)).get('k')).toMatchObject({
    isActive: true,
    isSuspended: false,
  });
});
