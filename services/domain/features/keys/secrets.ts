import type { DomainEvent } from '@hzm/contracts/core/event';
import {
  apiKeyAdded,
  apiKeyRegenerated,
  apiKeyRemoved,
  apiKeysSuspended,
  formerApiKeyEnded,
} from '@hzm/contracts/features/keys/events';
import { apiKeyPasswordChanged } from '@hzm/contracts/features/projects/events';
import { MAIN_KEY } from '@hzm/projections/features/keys/keys';
import { both, decider, reject, type Decision } from '@hzm/services/core/commands/decider';
import { isMain, keys, type OfKey } from './keys.ts';

/** The text of a key, and the end of the former text that is valid beside it. */
interface KeyText {
  readonly apiKey: string;
  /** ISO 8601 */
  readonly formerUntil: string | null;
}

/** The texts of a project's keys by id. The main key is missing until it is regenerated. */
const texts = decider<ReadonlyMap<string, KeyText>>(new Map(), when => {
  type Texts = ReadonlyMap<string, KeyText>;
  const withoutFormer = (s: Texts, keyIds: readonly string[]): Texts =>
    new Map([
      ...s,
      ...[...s]
        .filter(([id]) => keyIds.includes(id))
        .map(([id, text]) => [id, { ...text, formerUntil: null }] as const),
    ]);
  return [
    when(apiKeyAdded, (s, { keyId, apiKey }) =>
      new Map(s).set(keyId, { apiKey, formerUntil: null }),
    ),
    when(apiKeyRegenerated, (s, { keyId, apiKey, former }) =>
      new Map(s).set(keyId, { apiKey, formerUntil: former?.until ?? null }),
    ),
    when(formerApiKeyEnded, (s, { keyId }) => withoutFormer(s, [keyId])),
    when(apiKeysSuspended, (s, { keyIds }) => withoutFormer(s, keyIds)),
    when(apiKeyRemoved, (s, { keyId }) => new Map([...s].filter(([id]) => id !== keyId))),
  ];
});

/** Keys of a project with their texts. */
export const secrets = both(keys, texts);
export type Secrets = typeof secrets.initial;

/**
 * The new text of a key. `shown`: the text by the read model, which is the main key's first one
 * until it is regenerated.
 */
export interface Regeneration {
  readonly apiKey: string;
  readonly shown: string;
  /** The end of the text before, in ISO 8601; null ends it at once. */
  readonly formerUntil: string | null;
}

/** Regenerates a key. A text that is still valid from an earlier overlap ends. */
export const regenerateKey =
  (of: OfKey, { apiKey, shown, formerUntil }: Regeneration) =>
  ([known, ofTexts]: Secrets): Decision => {
    const key = known.get(of.keyId);
    const name = isMain(of) ? MAIN_KEY : key?.name;
    if (name === undefined) return reject('NOT_FOUND');
    const former = ofTexts.get(of.keyId)?.apiKey ?? shown;
    // A key that is off has no text that could work again with it.
    const isOff = key?.isActive === false;
    return [
      apiKeyRegenerated({
        ...of,
        name,
        apiKey,
        former: formerUntil === null || isOff ? null : { apiKey: former, until: formerUntil },
      }),
    ];
  };

/** Ends the former text of a key before its time. */
export const endFormer =
  (of: OfKey) =>
  ([known, ofTexts]: Secrets): Decision => {
    const name = isMain(of) ? MAIN_KEY : known.get(of.keyId)?.name;
    if (name === undefined) return reject('NOT_FOUND');
    const { formerUntil = null } = ofTexts.get(of.keyId) ?? {};
    return formerUntil === null ? [] : [formerApiKeyEnded({ ...of, name })];
  };

/**
 * New secrets of a project. `apiKey`: the text of its main key; with it all other keys are switched
 * off.
 */
export interface NewSecrets {
  readonly apiKeyPassword?: string | undefined;
  readonly apiKey?: string | undefined;
  /** ISO 8601 */
  readonly madeAt: string;
}

/**
 * Renews the secrets of a project, and ends the former text of each key. @param ownerId the person
 * who may switch the keys on, and is told of them
 */
export function renewSecrets(
  projectId: string,
  ownerId: string,
  { apiKeyPassword, apiKey, madeAt }: NewSecrets,
  [known, ofTexts]: Secrets,
): DomainEvent[] {
  const password =
    apiKeyPassword === undefined ? [] : [apiKeyPasswordChanged({ projectId, apiKeyPassword })];
  const active = apiKey === undefined ? [] : [...known].filter(([, { isActive }]) => isActive);
  const ended = [...ofTexts]
    .filter(
      ([id, { formerUntil }]) =>
        formerUntil !== null &&
        formerUntil > madeAt &&
        !(apiKey !== undefined && id === projectId) &&
        !active.some(([one]) => one === id),
    )
    .map(([keyId]) =>
      formerApiKeyEnded({ projectId, keyId, name: known.get(keyId)?.name ?? MAIN_KEY }),
    );
  if (apiKey === undefined) return [...password, ...ended];
  const main = apiKeyRegenerated({
    projectId,
    keyId: projectId,
    name: MAIN_KEY,
    apiKey,
    former: null,
  });
  const [keyIds, names] = [active.map(([id]) => id), active.map(([, { name }]) => name)];
  return [
    ...password,
    main,
    ...ended,
    ...(active.length === 0 ? [] : [apiKeysSuspended({ projectId, ownerId, keyIds, names })]),
  ];
}
