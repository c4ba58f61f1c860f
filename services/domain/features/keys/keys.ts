import type { DataOf } from '@hzm/contracts/core/event';
import { sameJson } from '@hzm/contracts/core/json';
import {
  apiKeyAdded,
  apiKeyChanged,
  apiKeyRemoved,
  apiKeysSuspended,
} from '@hzm/contracts/features/keys/events';
import { KeyPermission, MAX_KEYS, type KeyTerms } from '@hzm/contracts/features/keys/key';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';

interface KeyState extends KeyTerms {
  readonly isSuspended: boolean;
}
/** The keys of a project beside its main key, by id. */
export type Keys = ReadonlyMap<string, KeyState>;

const termsOf = ({ name, permissions, expiresAt, rateLimit, isActive }: KeyTerms): KeyTerms => ({
  name,
  permissions,
  expiresAt,
  rateLimit,
  isActive,
});
/** Each once, in their order. */
const arranged = (given: readonly KeyPermission[]): KeyPermission[] =>
  KeyPermission.options.filter(one => given.includes(one));

export const keys = decider<Keys>(new Map(), when => [
  when(apiKeyAdded, (s, data) =>
    new Map(s).set(data.keyId, { ...termsOf(data), isSuspended: false }),
  ),
  when(apiKeyChanged, (s, data) => {
    const isSuspended = !data.isActive && s.get(data.keyId)?.isSuspended === true;
    return new Map(s).set(data.keyId, { ...termsOf(data), isSuspended });
  }),
  when(apiKeysSuspended, (s, { keyIds }) => {
    const suspended = [...s].filter(([id]) => keyIds.includes(id));
    return new Map([
      ...s,
      ...suspended.map(
        ([id, key]) => [id, { ...key, isActive: false, isSuspended: true }] as const,
      ),
    ]);
  }),
  when(apiKeyRemoved, (s, { keyId }) => new Map([...s].filter(([id]) => id !== keyId))),
]);

export interface OfKey {
  readonly projectId: string;
  readonly keyId: string;
}

/** A change of a key's terms; absent members stay. */
export type TermsChange = { readonly [T in keyof KeyTerms]?: KeyTerms[T] | undefined };

const expired = reject('VALIDATION_ERROR', {
  details: [{ path: 'expiresAt', message: { key: 'api-key-expiry-past' } }],
});
export const isMain = ({ projectId, keyId }: OfKey): boolean => keyId === projectId;

/** @param now ISO 8601 */
export const addKey =
  (data: DataOf<typeof apiKeyAdded>, now: string) =>
  (s: Keys): Decision =>
    s.has(data.keyId)
      ? []
      : s.size >= MAX_KEYS
        ? reject('CONFLICT', { text: { key: 'api-key-limit', values: { limit: MAX_KEYS } } })
        : data.expiresAt !== null && data.expiresAt <= now
          ? expired
          : [apiKeyAdded({ ...data, permissions: arranged(data.permissions) })];

/** @param now ISO 8601 @param resumes whether the caller may switch a suspended key on */
export const changeKey =
  (of: OfKey, change: TermsChange, now: string, resumes: boolean) =>
  (s: Keys): Decision => {
    if (isMain(of)) return reject('CONFLICT', { text: 'main-key' });
    const known = s.get(of.keyId);
    if (!known) return reject('NOT_FOUND');
    const {
      name = known.name,
      permissions = known.permissions,
      expiresAt = known.expiresAt,
      rateLimit = known.rateLimit,
      isActive = known.isActive,
    } = change;
    if (known.isSuspended && isActive && !resumes)
      return reject('FORBIDDEN', { text: 'api-key-suspended' });
    if (expiresAt !== null && expiresAt !== known.expiresAt && expiresAt <= now) return expired;
    const terms: KeyTerms = {
      name,
      permissions: arranged(permissions),
      expiresAt,
      rateLimit,
      isActive,
    };
    return sameJson(terms, termsOf(known))
      ? []
      : [apiKeyChanged({ projectId: of.projectId, keyId: of.keyId, ...terms })];
  };

export const removeKey =
  (of: OfKey) =>
  (s: Keys): Decision => {
    if (isMain(of)) return reject('CONFLICT', { text: 'main-key' });
    const known = s.get(of.keyId);
    return known
      ? [apiKeyRemoved({ projectId: of.projectId, keyId: of.keyId, name: known.name })]
      : [];
  };
