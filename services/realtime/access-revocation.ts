import type { Collection } from '@hzm/contracts/core/collection';
import { changesIn, type ChangeOf } from '@hzm/projections/core/changes';
import {
  accountDocs,
  sessionDocs,
  type AccountDoc,
  type SessionDoc,
} from '@hzm/projections/features/accounts/accounts';
import { keyDocs, type KeyDoc } from '@hzm/projections/features/keys/keys';
import { lookDocs, type LookDoc } from '@hzm/projections/features/looks/looks';
import { masterDocs } from '@hzm/projections/features/master/master';
import { memberDocs } from '@hzm/projections/features/members/members';
import {
  isBinned,
  projectDocs,
  type ProjectDoc,
} from '@hzm/projections/features/projects/projects';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { widgetDocs } from '@hzm/projections/features/widgets/widgets';
import { GRACE_MS } from '@hzm/services/domain/access/session';
import type { Caller } from '../core/engine.ts';
import type { Watch } from './client.ts';
import { movedIn } from './publications/members.ts';
import type { BufferedEvent } from './replay-buffer.ts';

type Watched = Pick<Watch, 'topic' | 'projectId' | 'ownerId'>;

/**
 * A revocation of access: `disconnect` closes connections, whose clients may reconnect; `deleted`
 * ends watches, `viewers` those of viewers of widgets; `supersede` expires tokens at `end` (seconds
 * since 1970); `recheck` rechecks watchers of a project and its test environment, all or one.
 */
export type AccessRevocation =
  | { readonly kind: 'disconnect'; readonly of: (caller: Caller) => boolean }
  | { readonly kind: 'deleted'; readonly what: (watch: Watched) => boolean }
  | {
      readonly kind: 'viewers';
      readonly what: (watch: Watched) => boolean;
      readonly code: string;
    }
  | { readonly kind: 'supersede'; readonly of: (caller: Caller) => boolean; readonly end: number }
  | { readonly kind: 'recheck'; readonly projectId: string; readonly of?: string };

const deleted = (name: string): AccessRevocation => ({
  kind: 'deleted',
  what: ({ topic }) => topic.name === name,
});
const keysOf = (projectId: unknown): AccessRevocation => ({
  kind: 'disconnect',
  of: caller => caller.key !== undefined && caller.key.projectId === projectId,
});

/** Ends the watches of a dropped document; the stores refuse to drop those of another project. */
const ofOwned = (name: string, ownerId: string | undefined): AccessRevocation => ({
  kind: 'deleted',
  what: ({ topic, projectId }) =>
    topic.name === name && (ownerId === undefined || ownerId === projectId),
});

/** The collections whose changes can revoke access. */
export const revokingCollections: readonly Collection[] = [
  sessionDocs,
  accountDocs,
  keyDocs,
  lookDocs,
  masterDocs,
  tableDocs,
  widgetDocs,
  projectDocs,
  memberDocs,
];

/** Returns the revocations in the order of the changes. */
export const revocationsOf = ({ changes }: BufferedEvent): AccessRevocation[] =>
  changes.flatMap(change => {
    const one = [change];
    return [
      ...changesIn(sessionDocs, one).flatMap(ofSession),
      ...changesIn(accountDocs, one).flatMap(ofAccount),
      ...changesIn(keyDocs, one).flatMap(ofKey),
      ...changesIn(lookDocs, one).flatMap(ofLook),
      ...changesIn(masterDocs, one).map(
        () =>
          ({
            kind: 'disconnect',
            of: ({ master }) => master !== undefined,
          }) as const satisfies AccessRevocation,
      ),
      ...changesIn(tableDocs, one).flatMap(table =>
        table.op === 'drop' ? [ofOwned(`table:${table.id}`, table.owner?.id)] : [],
      ),
      ...changesIn(widgetDocs, one).flatMap(widget =>
        widget.op === 'drop' ? [ofOwned(`widget:${widget.id}`, widget.owner?.id)] : [],
      ),
      ...changesIn(projectDocs, one).flatMap(ofProject),
      ...movedIn(one).map(
        ({ projectId, userId }) => ({ kind: 'recheck', projectId, of: userId }) as const,
      ),
    ];
  });

function ofSession(change: ChangeOf<SessionDoc>): readonly AccessRevocation[] {
  if (change.op === 'drop')
    return [
      {
        kind: 'disconnect',
        of: ({ sessionId, looker }) => sessionId === change.id || looker?.sessionId === change.id,
      },
    ];
  if (change.op === 'patch') return superseded(change.id, change.set);
  const owner = change.op === 'drop-where' ? change.where?.['accountId'] : undefined;
  return owner === undefined
    ? []
    : [
        {
          kind: 'disconnect',
          of: caller =>
            (caller.sessionId !== undefined && caller.actor === owner) ||
            caller.looker?.id === owner,
        },
      ];
}

const superseded = (
  id: string,
  { generation, renewedAt }: Partial<SessionDoc>,
): readonly AccessRevocation[] =>
  generation === undefined || typeof renewedAt !== 'string'
    ? []
    : [
        {
          kind: 'supersede',
          end: (Date.parse(renewedAt) + GRACE_MS) / 1000,
          of: ({ sessionId, token, looker }) =>
            sessionId === id && !looker && token !== undefined && token.generation < generation,
        },
      ];

function ofAccount(change: ChangeOf<AccountDoc>): readonly AccessRevocation[] {
  if (change.op === 'drop-where') return [];
  // Keys lose their access with the owner's account.
  const isOf = ({ actor, accountId }: Caller): boolean =>
    actor === change.id || accountId === change.id;
  const disconnect: AccessRevocation = { kind: 'disconnect', of: isOf };
  if (change.op === 'drop') return [disconnect, deleted(`user:${change.id}`)];
  if (change.op === 'patch' && change.set.passwordHash !== undefined)
    return [
      {
        kind: 'disconnect',
        of: ({ actor, sessionId, looker }) =>
          (actor === change.id &&
            sessionId !== undefined &&
            sessionId !== change.set.keptSession) ||
          (looker?.id === change.id && looker.sessionId !== change.set.keptSession),
      },
    ];
  if (change.op !== 'patch') return [];
  if (change.set.isActive === false)
    return [
      disconnect,
      {
        kind: 'viewers',
        what: ({ ownerId }) => ownerId === change.id,
        code: 'ACCOUNT_DISABLED',
      },
    ];
  if (change.set.isActive !== undefined || change.set.isAdmin !== undefined) return [disconnect];
  // A key's credentials include its owner's e-mail address.
  return change.set.email === undefined
    ? []
    : [
        {
          kind: 'disconnect',
          of: ({ accountId, key }) => accountId === change.id && key !== undefined,
        },
      ];
}

function ofLook(change: ChangeOf<LookDoc>): readonly AccessRevocation[] {
  // Revocations of the impersonated account also disconnect the impersonator.
  return change.op === 'patch'
    ? [{ kind: 'disconnect', of: ({ looker }) => looker?.lookId === change.id }]
    : [];
}

function ofKey(change: ChangeOf<KeyDoc>): readonly AccessRevocation[] {
  // A deleted project's keys and watches end with the project.
  if (change.op === 'put' || change.op === 'drop-where') return [];
  return [{ kind: 'disconnect', of: ({ key }) => key !== undefined && key.id === change.id }];
}

function ofProject(change: ChangeOf<ProjectDoc>): readonly AccessRevocation[] {
  if (change.op === 'drop-where') return [];
  if (change.op === 'drop' || isBinned(change))
    return [
      keysOf(change.id),
      { kind: 'deleted', what: ({ projectId }) => projectId === change.id },
    ];
  if (change.op !== 'patch') return [];
  const { apiKeyPassword, settings, isPublic, ownerId } = change.set;
  const viewers = (code: string): AccessRevocation => ({
    kind: 'viewers',
    what: ({ projectId }) => projectId === change.id,
    code,
  });
  return [
    ...(apiKeyPassword !== undefined || settings?.allowApiAccess === false || ownerId !== undefined
      ? [keysOf(change.id)]
      : []),
    ...(settings?.allowApiAccess === false ? [viewers('API_ACCESS_DISABLED')] : []),
    // They watch again, and then depend on the new owner.
    ...(ownerId !== undefined ? [viewers('TOO_SLOW')] : []),
    ...(isPublic !== undefined || ownerId !== undefined
      ? [{ kind: 'recheck', projectId: change.id } as const]
      : []),
  ];
}

/** Returns the caller with a token that ends at `end` at the latest, in seconds since 1970. */
export const endingBy = (caller: Caller, end: number): Caller =>
  caller.token
    ? { ...caller, token: { ...caller.token, end: Math.min(caller.token.end, end) } }
    : caller;

const MAX_REVOCATIONS = 100;

/**
 * The latest revocations of kind `disconnect`, so that a caller who is authenticating meanwhile
 * does not slip through.
 */
export class RevocationLog {
  readonly #latest: ((caller: Caller) => boolean)[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(of: (caller: Caller) => boolean): void {
    this.#count++;
    this.#latest.push(of);
    if (this.#latest.length > MAX_REVOCATIONS) this.#latest.shift();
  }

  /** Whether a revocation since `count` matches this caller, or may have. */
  hit(caller: Caller, count: number): boolean {
    const since = this.#count - count;
    return (
      since > this.#latest.length ||
      this.#latest.slice(this.#latest.length - since).some(of => of(caller))
    );
  }
}
