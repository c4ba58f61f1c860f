import { collection } from '@hzm/contracts/core/collection';
import type { Position } from '@hzm/contracts/core/position';
import {
  apiKeyAdded,
  apiKeyChanged,
  apiKeyRegenerated,
  apiKeyRemoved,
  apiKeysSuspended,
  formerApiKeyEnded,
} from '@hzm/contracts/features/keys/events';
import { defaultTerms, KeyPermission, type KeyTerms } from '@hzm/contracts/features/keys/key';
import { projectCreated, projectDeleted } from '@hzm/contracts/features/projects/events';
import type { KeyType } from '@hzm/contracts/features/projects/project';
import { drop, dropWhere, patch, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

export type KeyDoc = KeyTerms & {
  readonly id: string;
  readonly projectId: string;
  /** The text of the key. */
  readonly apiKey: string;
  /** The text before, valid beside this one. */
  readonly former: { readonly since: string; readonly until: string } | null;
  readonly isMain: boolean;
  /** Switched off until the project's owner switches it on. */
  readonly isSuspended: boolean;
  readonly scope: KeyType;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Position of its last change. */
  readonly position: Position;
};

/** `id` is the text of the key. */
export type KeyTextDoc = {
  readonly id: string;
  readonly keyId: string;
  readonly kind: 'current' | 'former';
  /** The end of a former text, in ISO 8601. */
  readonly until: string | null;
  readonly projectId: string;
};

/**
 * The name of a key, kept as long as its project so that history can name a deleted key. `id` is
 * the key's.
 */
export type KeyNameDoc = { readonly id: string; readonly projectId: string; readonly name: string };

export const keyDocs = collection<KeyDoc>({
  name: 'api-keys',
  owner: 'projectId',
  namedBy: 'keyId',
  indexes: [['projectId']],
});
export const keyTextDocs = collection<KeyTextDoc>({
  name: 'key-texts',
  owner: 'projectId',
  indexes: [['keyId'], ['projectId']],
});

export const keyNameDocs = collection<KeyNameDoc>({
  name: 'key-names',
  owner: 'projectId',
  indexes: [['projectId']],
});

/** The internal name of the main key; people see a translation. */
export const MAIN_KEY = 'main';

const current = (id: string, keyId: string, projectId: string): KeyTextDoc => ({
  id,
  keyId,
  kind: 'current',
  until: null,
  projectId,
});

/** One document per key, and one to find it by its text. */
export const keys = projection({
  name: 'keys',
  version: 4,
  collections: [keyDocs, keyTextDocs, keyNameDocs],
  isPointInTime: true,
  on: [
    on(projectCreated, ({ data: { projectId, apiKey, keyType }, meta, position }) => [
      put(keyDocs, {
        id: projectId,
        projectId,
        name: MAIN_KEY,
        apiKey,
        former: null,
        isMain: true,
        isSuspended: false,
        scope: keyType,
        ...defaultTerms,
        permissions: [...KeyPermission.options],
        createdAt: meta.at,
        updatedAt: meta.at,
        position,
      }),
      put(keyTextDocs, current(apiKey, projectId, projectId)),
      put(keyNameDocs, { id: projectId, projectId, name: MAIN_KEY }),
    ]),
    on(apiKeyAdded, ({ data: { keyId, ...key }, meta, position }) => [
      put(keyDocs, {
        id: keyId,
        ...key,
        former: null,
        isMain: false,
        isSuspended: false,
        createdAt: meta.at,
        updatedAt: meta.at,
        position,
      }),
      put(keyTextDocs, current(key.apiKey, keyId, key.projectId)),
      put(keyNameDocs, { id: keyId, projectId: key.projectId, name: key.name }),
    ]),
    on(apiKeyChanged, ({ data: { keyId: id, projectId: _project, ...terms }, meta, position }) => [
      patch(keyDocs, {
        id,
        set: {
          ...terms,
          ...(terms.isActive && { isSuspended: false }),
          updatedAt: meta.at,
          position,
        },
      }),
      patch(keyNameDocs, { id, set: { name: terms.name } }),
    ]),
    on(apiKeysSuspended, ({ data: { keyIds }, meta, position }) => {
      const set = {
        isActive: false,
        isSuspended: true,
        former: null,
        updatedAt: meta.at,
        position,
      };
      return keyIds.flatMap(id => [
        dropWhere(keyTextDocs, { keyId: id, kind: 'former' }),
        patch(keyDocs, { id, set }),
      ]);
    }),
    on(apiKeyRegenerated, ({ data: { keyId, projectId, apiKey, former }, meta, position }) => [
      dropWhere(keyTextDocs, { keyId }),
      ...(former
        ? [
            put(keyTextDocs, {
              id: former.apiKey,
              keyId,
              kind: 'former',
              until: former.until,
              projectId,
            }),
          ]
        : []),
      put(keyTextDocs, current(apiKey, keyId, projectId)),
      patch(keyDocs, {
        id: keyId,
        set: {
          apiKey,
          former: former && { since: meta.at, until: former.until },
          updatedAt: meta.at,
          position,
        },
      }),
    ]),
    on(formerApiKeyEnded, ({ data: { keyId }, meta, position }) => [
      dropWhere(keyTextDocs, { keyId, kind: 'former' }),
      patch(keyDocs, { id: keyId, set: { former: null, updatedAt: meta.at, position } }),
    ]),
    on(apiKeyRemoved, ({ data: { keyId } }) => [
      drop(keyDocs, keyId),
      dropWhere(keyTextDocs, { keyId }),
    ]),
    on(projectDeleted, ({ data: { projectId } }) => [
      dropWhere(keyDocs, { projectId }),
      dropWhere(keyTextDocs, { projectId }),
      dropWhere(keyNameDocs, { projectId }),
    ]),
  ],
});
