import { createHmac, type KeyObject } from 'node:crypto';
import type { EventDefinition } from '@hzm/contracts/core/event';
import type { Json, JsonObject } from '@hzm/contracts/core/json';
import { formerId } from '@hzm/services/core/commands/derived-id';
import { formerMacOf, partsOf, seal, unseal } from '@hzm/services/core/events/sealing';
import { EMPTIED, type StoredEvent } from '@hzm/services/core/ports/event-store';
import type { KeyVault } from '@hzm/services/core/ports/key-vault';
import { scopeOf } from '@hzm/services/core/ports/scope';

/**
 * Events of version 0.1.0 whose requests carried passwords, or may have; their stored digests would
 * let an attacker guess them.
 */
const CARRIED_SECRETS: ReadonlySet<string> = new Set([
  'account-registered',
  'email-reserved',
  'admin-claimed',
  'session-opened',
  'project-created',
  'project-deleted',
  'protection-enabled',
  'protection-disabled',
  'api-key-password-changed',
]);
/**
 * Events whose request id was dropped, because the account's id was derived from it and the email.
 */
const NAMED_THE_REGISTRATION: ReadonlySet<string> = new Set([
  'account-registered',
  'email-reserved',
  'admin-claimed',
  'session-opened',
  'project-created',
]);

export const KEYS_MISSING =
  'The log holds events, but the keys that open them are not here: they are in the vault.db of another directory, or in the MongoDB that HZM_READ_MODEL named.';

/** Whether an earlier version wrote an event. */
export const isOutdated = ({ meta }: Pick<StoredEvent, 'meta'>): boolean => 'digest' in meta;

/**
 * Converts events to today's form, deterministically. Members left open by 0.1.0 are sealed, or
 * dropped with a destroyed key. Digests become keyed, or are dropped without a key, for requests
 * with passwords and for unrepeatable ones. @throws Error when a key is neither there nor destroyed
 */
export function renewal(
  vault: KeyVault,
  definitions: readonly EventDefinition[],
): (event: StoredEvent) => Promise<StoredEvent> {
  const known = new Map(definitions.map(definition => [definition.type, definition]));
  let destroyed: Promise<ReadonlySet<string>> | undefined;
  return async event => {
    if (!isOutdated(event)) return event;
    destroyed ??= destroyedIn(vault);
    const gone = await destroyed;
    const scope = scopeOf(event.data);
    const isDestroyed = scope !== undefined && gone.has(scope);
    const key = scope === undefined || isDestroyed ? undefined : await vault.find(scope);
    const definition = known.get(event.type);
    return {
      ...event,
      data: definition ? sealedAnew(event, definition, key, isDestroyed) : event.data,
      meta: keyedAnew(event, key),
    };
  };
}

/** @throws Error for a vault that never had a key */
async function destroyedIn(vault: KeyVault): Promise<ReadonlySet<string>> {
  if (await vault.isEmpty()) throw new Error(KEYS_MISSING);
  const scopes = new Set<string>();
  for await (const scope of vault.destroyed()) scopes.add(scope);
  return scopes;
}

function sealedAnew(
  { id, type, data: { $sealed, ...data } }: StoredEvent,
  definition: EventDefinition,
  key: KeyObject | undefined,
  isDestroyed: boolean,
): JsonObject {
  const { open, secret } = partsOf(definition, data);
  const whole = { ...data, ...($sealed !== undefined && { $sealed }) };
  if (!secret) return whole;
  if (isDestroyed) return { ...open, $sealed: $sealed ?? EMPTIED };
  if (!key)
    throw new Error(
      `The key of ${scopeOf(data)} is not in the vault. Put the vault.db back that belongs to this log.`,
    );
  try {
    const members = { ...(typeof $sealed === 'string' && unseal(key, type, $sealed)), ...secret };
    // A deterministic nonce, unique for each plain text, so that a restarted copy produces
    // identical bytes and can be compared.
    const nonce = createHmac('sha256', key)
      .update(`nonce ${id} ${JSON.stringify(members)}`)
      .digest()
      .subarray(0, 12);
    return { ...open, $sealed: seal(key, type, members, nonce) };
  } catch {
    // A damaged event stays as it is, in case it can be repaired.
    return whole;
  }
}

function keyedAnew(
  { id, type, stream, revision, meta }: StoredEvent,
  key: KeyObject | undefined,
): JsonObject {
  const { digest, ...rest } = meta;
  const request = {
    actor: textOf(rest['actor']),
    id: textOf(rest['request']),
    digest: textOf(digest),
  };
  // Only a request id named by the caller can be derived again. All commands but batches append one
  // event at a time.
  const mayComeAgain = [0, revision].some(index => formerId(request, `${stream}/${index}`) === id);
  const isKept =
    mayComeAgain && key !== undefined && request.digest !== '' && !CARRIED_SECRETS.has(type);
  return {
    ...rest,
    ...(NAMED_THE_REGISTRATION.has(type) && { request: id }),
    ...(isKept && { mac: formerMacOf(key, request.digest) }),
  };
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
