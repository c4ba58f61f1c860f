import type { Actor } from '@hzm/contracts/core/actor';
import { ANONYMOUS_ACTOR, LINK_ACTOR, MASTER_ACTOR, MASTER_NAME } from '@hzm/contracts/core/event';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import { keyNameDocs } from '@hzm/projections/features/keys/keys';
import type { Engine } from '@hzm/services/core/engine';
import { readOnce } from '@hzm/services/core/read-model/read-once';

/** Returns the actors that have neither account nor key: there is nothing to look up. */
function withoutDocument(id: string): Actor | undefined {
  if (id === MASTER_ACTOR) return { kind: 'key', id, name: MASTER_NAME };
  if (id === 'system') return { kind: 'system', id, name: '' };
  if (id === ANONYMOUS_ACTOR) return { kind: 'anonymous', id, name: '' };
  return id.startsWith(LINK_ACTOR) ? { kind: 'link', id, name: '' } : undefined;
}

/** Whether an actor's id is that of neither account nor key. */
export const isNobody = (id: string): boolean => withoutDocument(id) !== undefined;

/**
 * The actor that an event's id names, given what is known of that id. Somebody who is gone has no
 * name.
 */
export function actorOf(
  id: string,
  account: { readonly name: string } | undefined,
  key: { readonly name: string } | undefined,
): Actor {
  return (
    withoutDocument(id) ??
    (!account && key
      ? { kind: 'key', id, name: key.name }
      : { kind: 'person', id, name: account?.name ?? '' })
  );
}

/** Names the actors of events, each looked up once. A key that was deleted keeps its name. */
export function actorsOf(engine: Pick<Engine, 'model'>): (id: string) => Promise<Actor> {
  const [person, key] = [readOnce(engine, accountDocs), readOnce(engine, keyNameDocs)];
  return async id => {
    if (isNobody(id)) return actorOf(id, undefined, undefined);
    const account = await person(id);
    return actorOf(id, account, account ? undefined : await key(id));
  };
}
