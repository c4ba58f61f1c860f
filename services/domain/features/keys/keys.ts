import { apiKeyAdded, apiKeyChanged, apiKeyRegenerated, apiKeyRemoved } from '@hzm/contracts/features/keys/events';
import { KeyPermission, MAX_KEYS, type KeyTerms } from '@hzm/contracts/features/keys/key';
import type { DataOf } from '@hzm/contracts/core/event';
import { MAIN_KEY } from '@hzm/projections/features/keys/keys';
import { decider, reject, type Decision } from '@hzm/services/core/decider';

/** The keys of a project beside its main key, by id. */
export type Keys = ReadonlyMap<string, KeyTerms>;

const termsOf = ({ name, permissions, expiresAt, rateLimit, isActive }: KeyTerms): KeyTerms => ({ name, permissions, expiresAt, rateLimit, isActive });
/** Each once, in their order. */
const arranged = (given: readonly KeyPermission[]): KeyPermission[] => KeyPermission.options.filter(one => given.includes(one));

export const keys = decider<Keys>(new Map(), when => [
  when(apiKeyAdded, (s, data) => new Map(s).set(data.keyId, termsOf(data))),
  when(apiKeyChanged, (s, data) => new Map(s).set(data.keyId, termsOf(data))),
  when(apiKeyRemoved, (s, { keyId }) => new Map([...s].filter(([id]) => id !== keyId))),
]);

interface OfKey {
  readonly projectId: string;
  readonly keyId: string;
}

/** What is asked to change. */
export type TermsChange = { readonly [T in keyof KeyTerms]?: KeyTerms[T] | undefined };

const expired = reject('VALIDATION_ERROR', { details: [{ path: 'expiresAt', message: { key: 'api-key-expiry-past' } }] });
const isMain = ({ projectId, keyId }: OfKey): boolean => keyId === projectId;

/** @param now ISO 8601 */
export const addKey = (data: DataOf<typeof apiKeyAdded>, now: string) => (s: Keys): Decision =>
  s.has(data.keyId) ? []
  : s.size >= MAX_KEYS ? reject('CONFLICT', { text: { key: 'api-key-limit', values: { limit: MAX_KEYS } } })
  : data.expiresAt !== null && data.expiresAt <= now ? expired
  : [apiKeyAdded({ ...data, permissions: arranged(data.permissions) })];

/** @param now ISO 8601 */
export const changeKey = (of: OfKey, change: TermsChange, now: string) => (s: Keys): Decision => {
  if (isMain(of)) return reject('CONFLICT', { text: 'main-key' });
  const known = s.get(of.keyId);
  if (!known) return reject('NOT_FOUND');
  const { name = known.name, permissions = known.permissions, expiresAt = known.expiresAt, rateLimit = known.rateLimit, isActive = known.isActive } = change;
  if (expiresAt !== null && expiresAt !== known.expiresAt && expiresAt <= now) return expired;
  const terms: KeyTerms = { name, permissions: arranged(permissions), expiresAt, rateLimit, isActive };
  return JSON.stringify(terms) === JSON.stringify(known) ? [] : [apiKeyChanged({ projectId: of.projectId, keyId: of.keyId, ...terms })];
};

export const regenerateKey = (of: OfKey, apiKey: string) => (s: Keys): Decision => {
  const name = isMain(of) ? MAIN_KEY : s.get(of.keyId)?.name;
  return name === undefined ? reject('NOT_FOUND') : [apiKeyRegenerated({ projectId: of.projectId, keyId: of.keyId, name, apiKey })];
};

export const removeKey = (of: OfKey) => (s: Keys): Decision => {
  if (isMain(of)) return reject('CONFLICT', { text: 'main-key' });
  const known = s.get(of.keyId);
  return known ? [apiKeyRemoved({ projectId: of.projectId, keyId: of.keyId, name: known.name })] : [];
};
