import type { Caller } from '../core/engine.ts';
import type { Watch } from './client.ts';
import type { BufferedEvent } from './replay-buffer.ts';

type Watched = Pick<Watch, 'topic' | 'projectId'>;

/**
 * What an event takes away: `cut` the connections of some callers, who may come back with what they have; `gone` what a watch was about;
 * `doubtful` the watches of a project whose rights must be asked for again.
 */
export type AccessRevocation =
  | { readonly kind: 'cut'; readonly of: (caller: Caller) => boolean }
  | { readonly kind: 'gone'; readonly what: (watch: Watched) => boolean }
  | { readonly kind: 'doubtful'; readonly projectId: string };

const gone = (name: string): AccessRevocation => ({ kind: 'gone', what: ({ topic }) => topic.name === name });
const keysOf = (projectId: unknown): AccessRevocation => ({ kind: 'cut', of: caller => caller.key !== undefined && caller.key.projectId === projectId });

export function revocationsOf({ event, changes }: BufferedEvent): AccessRevocation[] {
  return changes.flatMap((change): AccessRevocation[] => {
    const set = change.op === 'patch' ? change.set : {};
    switch (change.collection) {
      case 'sessions': {
        if (change.op === 'drop') return [{ kind: 'cut', of: ({ sessionId }) => sessionId === change.id }];
        const owner = change.op === 'drop-where' ? change.where?.['accountId'] : undefined;
        return owner === undefined ? [] : [{ kind: 'cut', of: caller => caller.sessionId !== undefined && caller.actor === owner }];
      }
      case 'accounts': {
        if (change.op === 'drop-where') return [];
        const cut: AccessRevocation = { kind: 'cut', of: ({ actor }) => actor === change.id };
        if (change.op === 'drop') return [cut, gone(`user:${change.id}`)];
        return 'isActive' in set || 'isAdmin' in set ? [cut] : [];
      }
      case 'keys': return change.op === 'put' || change.op === 'add' ? [] : [keysOf(event.data['projectId'])];
      case 'tables': return change.op === 'drop' ? [gone(`table:${change.id}`)] : [];
      case 'projects': {
        if (change.op === 'drop-where') return [];
        if (change.op === 'drop') return [{ kind: 'gone', what: ({ projectId }) => projectId === change.id }];
        const settings = set['settings'] as { readonly allowApiAccess?: boolean } | undefined;
        return [
          ...('apiKeyPassword' in set || settings?.allowApiAccess === false ? [keysOf(change.id)] : []),
          ...('isPublic' in set || 'ownerId' in set ? [{ kind: 'doubtful', projectId: change.id } as const] : []),
        ];
      }
      default: return [];
    }
  });
}

const MAX_REVOCATIONS = 100;

/** The latest cuts: a caller who was being recognised when one came must not slip through. */
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

  /** Whether one of those since `count` meant this caller, or may have. */
  hit(caller: Caller, count: number): boolean {
    const since = this.#count - count;
    return since > this.#latest.length || this.#latest.slice(this.#latest.length - since).some(of => of(caller));
  }
}
