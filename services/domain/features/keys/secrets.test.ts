import { Problem } from '@hzm/contracts/core/problem';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../core/commands/decider.ts';
import { addKey, changeKey, removeKey } from './keys.ts';
import { endFormer, regenerateKey, renewSecrets, secrets, type Secrets } from './secrets.ts';

const NOW = '2026-11-20T10:00:00.000Z';
const LATER = '2026-11-21T10:00:00.000Z';
const main = { projectId: 'p', keyId: 'p' };
const extra = { projectId: 'p', keyId: 'k' };

const after = (s: Secrets, decision: Decision): Secrets => {
  if (decision instanceof Problem) throw decision;
  return decision.reduce<Secrets>((state, event) => secrets.evolve(state, event), s);
};
const typesOf = (decision: Decision): unknown =>
  decision instanceof Problem ? decision.code : decision.map(({ type }) => type);
const renewed = (apiKey: string, formerUntil: string | null = null, shown = 'hzm_0') => ({
  apiKey,
  formerUntil,
  shown,
});
const added = {
  ...extra,
  name: 'Mobil',
  permissions: ['read' as const],
  scope: 'project' as const,
  expiresAt: null,
  rateLimit: 1000,
  isActive: true,
  apiKey: 'hzm_a',
};
const one = after(secrets.initial, addKey(added, NOW)(secrets.initial[0]));

describe('a regenerated key', () => {
  it('keeps the text before for the overlap, whatever the caller believes it to be', () => {
    expect(regenerateKey(extra, renewed('hzm_b', LATER, 'hzm_wrong'))(one)).toMatchObject([
      {
        data: {
          keyId: 'k',
          name: 'Mobil',
          apiKey: 'hzm_b',
          former: { apiKey: 'hzm_a', until: LATER },
        },
      },
    ]);
    expect(regenerateKey(main, renewed('hzm_1', LATER))(one)).toMatchObject([
      { data: { keyId: 'p', name: 'main', former: { apiKey: 'hzm_0', until: LATER } } },
    ]);
    const again = after(one, regenerateKey(main, renewed('hzm_1'))(one));
    expect(regenerateKey(main, renewed('hzm_2', LATER))(again)).toMatchObject([
      { data: { former: { apiKey: 'hzm_1' } } },
    ]);
  });

  it('has one former text at most, and none without an overlap', () => {
    const twice = after(one, regenerateKey(extra, renewed('hzm_b', LATER))(one));
    expect(regenerateKey(extra, renewed('hzm_c', LATER))(twice)).toMatchObject([
      { data: { former: { apiKey: 'hzm_b' } } },
    ]);
    expect(regenerateKey(extra, renewed('hzm_c'))(twice)).toMatchObject([
      { data: { former: null } },
    ]);
  });

  it('keeps no former text while it is switched off, and is unknown once removed', () => {
    const off = after(one, changeKey(extra, { isActive: false }, NOW, false)(one[0]));
    expect(regenerateKey(extra, renewed('hzm_b', LATER))(off)).toMatchObject([
      { data: { former: null } },
    ]);
    const none = after(one, removeKey(extra)(one[0]));
    expect(typesOf(regenerateKey(extra, renewed('hzm_b'))(none))).toBe('NOT_FOUND');
    expect(typesOf(endFormer(extra)(none))).toBe('NOT_FOUND');
  });

  it('ends its former text once', () => {
    const overlapping = after(one, regenerateKey(extra, renewed('hzm_b', LATER))(one));
    expect(typesOf(endFormer(extra)(overlapping))).toEqual(['former-api-key-ended']);
    expect(endFormer(extra)(after(overlapping, endFormer(extra)(overlapping)))).toEqual([]);
    expect(endFormer(main)(overlapping)).toEqual([]);
  });
});

describe('new secrets of a project', () => {
  const given = { madeAt: NOW };

  it('switch the other keys off with a new main key, and change the password alone without', () => {
    expect(
      typesOf(renewSecrets('p', 'o', { ...given, apiKeyPassword: 'q', apiKey: 'hzm_y' }, one)),
    ).toEqual(['api-key-password-changed', 'api-key-regenerated', 'api-keys-suspended']);
    expect(typesOf(renewSecrets('p', 'o', { ...given, apiKeyPassword: 'q' }, one))).toEqual([
      'api-key-password-changed',
    ]);
    const idle = after(one, changeKey(extra, { isActive: false }, NOW, false)(one[0]));
    expect(typesOf(renewSecrets('p', 'o', { ...given, apiKey: 'hzm_y' }, idle))).toEqual([
      'api-key-regenerated',
    ]);
  });

  it('end the former text of each key, whatever else they renew', () => {
    const both = after(one, regenerateKey(extra, renewed('hzm_b', LATER))(one));
    const overlapping = after(both, regenerateKey(main, renewed('hzm_1', LATER))(both));
    const ended = renewSecrets('p', 'o', given, overlapping);
    expect(ended.map(({ type, data }) => [type, data])).toEqual([
      ['former-api-key-ended', { ...extra, name: 'Mobil' }],
      ['former-api-key-ended', { ...main, name: 'main' }],
    ]);
    expect(renewSecrets('p', 'o', { madeAt: LATER }, overlapping)).toEqual([]);
    const handed = after(
      overlapping,
      renewSecrets('p', 'o', { ...given, apiKey: 'hzm_y' }, overlapping),
    );
    expect([...handed[1].values()].map(({ formerUntil }) => formerUntil)).toEqual([null, null]);
    const idle = after(
      overlapping,
      changeKey(extra, { isActive: false }, NOW, false)(overlapping[0]),
    );
    expect(typesOf(renewSecrets('p', 'o', { ...given, apiKey: 'hzm_y' }, idle))).toEqual([
      'api-key-regenerated',
      'former-api-key-ended',
    ]);
  });
});
