import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import type { Caller, Engine } from '@hzm/services/core/engine';
import { sightOf } from '@hzm/services/domain/access/visibility';
import { endingBy, type AccessRevocation, type RevocationLog } from './access-revocation.ts';
import type { Client, Watch } from './client.ts';
import { inTurns } from './in-turns.ts';
import type { LiveClients } from './live-clients.ts';
import type { Allowed } from './topics/allowed.ts';

type Recheck = AccessRevocation & { kind: 'recheck' };

export interface RevocationParts {
  readonly engine: Engine;
  readonly revocations: RevocationLog;
  readonly clients: LiveClients;
}

/** Ends or changes the access of connected clients. @param at the position of the event */
export async function applyRevocation(
  parts: RevocationParts,
  revocation: AccessRevocation,
  at: Position,
): Promise<void> {
  const { revocations, clients } = parts;
  switch (revocation.kind) {
    case 'disconnect':
      revocations.add(revocation.of);
      await inTurns(
        [...clients].filter(client => revocation.of(client.data.caller)),
        client => 1 + client.data.watches.size,
        client => clients.disconnect(client),
      );
      return;
    case 'supersede':
      // A connection authenticating with such a token must retry, and then learns when it ends.
      revocations.add(revocation.of);
      for (const client of clients)
        if (revocation.of(client.data.caller))
          client.data.caller = endingBy(client.data.caller, revocation.end);
      return;
    case 'deleted':
      await eachWatch(clients, revocation.what, (client, { topic }) =>
        clients.unwatch(client, topic.name, 'NOT_FOUND'),
      );
      return;
    case 'viewers':
      await eachWatch(clients, revocation.what, (client, { topic }) => {
        if (client.data.caller.widget !== undefined)
          clients.unwatch(client, topic.name, revocation.code);
      });
      return;
    case 'recheck': {
      const judge = judging(parts.engine);
      await eachWatch(
        clients,
        watch => concerns(revocation, watch),
        (client, watch) => recheck(clients, revocation, at, client, watch, judge),
      );
    }
  }
}

/** Runs a step for each acknowledged watch that was not ended or begun again meanwhile. */
const eachWatch = (
  clients: LiveClients,
  which: (watch: Watch) => boolean,
  step: (client: Client, watch: Watch) => void | Promise<void>,
): Promise<void> =>
  inTurns(
    clients.watches(which),
    () => 1,
    ([client, watch]) =>
      client.data.watches.get(watch.topic.name) === watch ? step(client, watch) : undefined,
  );

/** Returns the right of a caller to watch a topic now. @throws Problem */
type Judge = (caller: Caller, topic: Watch['topic']) => Promise<Allowed>;

/**
 * Judges all connections of one caller that watch a topic at once, because an account may have
 * many.
 */
function judging(engine: Engine): Judge {
  const known = new Map<string, Promise<Allowed>>();
  return (caller, { name, kind, id }) => {
    const { actor, isAdmin, key, looker } = caller;
    const whose = JSON.stringify([name, actor, isAdmin, key?.isFormer, looker?.lookId]);
    const judged = known.get(whose) ?? kind.allow(engine, caller, id);
    known.set(whose, judged);
    return judged;
  };
}

const concerns = (
  { projectId, of }: Recheck,
  watch: Pick<Watch, 'projectId' | 'peopleProjectId'>,
): boolean =>
  watch.projectId === projectId || (of !== undefined && watch.peopleProjectId === projectId);

/**
 * Ends a watch that its client must begin again: its access cannot be checked, its visibility has
 * changed, the topic does not report its new role, or its right was given after an earlier one
 * ended here.
 */
async function recheck(
  clients: LiveClients,
  revocation: Recheck,
  at: Position,
  client: Client,
  { topic, sight, projectId }: Watch,
  judge: Judge,
): Promise<void> {
  const { caller } = client.data;
  // Neither a project's visibility nor its members decide about viewers of widgets.
  if (caller.widget !== undefined) return;
  if (revocation.of !== undefined && revocation.of !== caller.actor) return;
  try {
    const watcher = await judge(caller, topic);
    const isSame =
      projectId === revocation.projectId &&
      watcher.since <= at &&
      sightOf(client.data.caller, watcher) === sight;
    if (!isSame) clients.unwatch(client, topic.name, 'TOO_SLOW');
  } catch (error) {
    clients.unwatch(client, topic.name, error instanceof Problem ? error.code : 'TOO_SLOW');
  }
}
