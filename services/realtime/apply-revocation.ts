import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import type { Engine } from '@hzm/services/core/engine';
import { sightOf } from '@hzm/services/domain/access/visibility';
import { endingBy, type AccessRevocation, type RevocationLog } from './access-revocation.ts';
import type { Client, Watch } from './client.ts';
import type { LiveClients } from './live-clients.ts';

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
      for (const client of clients)
        if (revocation.of(client.data.caller)) clients.disconnect(client);
      return;
    case 'supersede':
      // A connection authenticating with such a token must retry, and then learns when it ends.
      revocations.add(revocation.of);
      for (const client of clients)
        if (revocation.of(client.data.caller))
          client.data.caller = endingBy(client.data.caller, revocation.end);
      return;
    case 'deleted':
      for (const [client, { topic }] of clients.watches(revocation.what))
        clients.unwatch(client, topic.name, 'NOT_FOUND');
      return;
    case 'viewers':
      for (const [client, { topic }] of clients.watches(revocation.what))
        if (client.data.caller.widget !== undefined)
          clients.unwatch(client, topic.name, revocation.code);
      return;
    case 'recheck':
      for (const [client, watch] of clients.watches(watch => concerns(revocation, watch)))
        await recheck(parts, revocation, at, client, watch);
  }
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
  { engine, clients }: RevocationParts,
  revocation: Recheck,
  at: Position,
  client: Client,
  { topic, sight, projectId }: Watch,
): Promise<void> {
  const { caller } = client.data;
  // Neither a project's visibility nor its members decide about viewers of widgets.
  if (caller.widget !== undefined) return;
  if (revocation.of !== undefined && revocation.of !== caller.actor) return;
  try {
    const watcher = await topic.kind.allow(engine, caller, topic.id);
    const isSame =
      projectId === revocation.projectId &&
      watcher.since <= at &&
      sightOf(client.data.caller, watcher) === sight;
    if (!isSame) clients.unwatch(client, topic.name, 'TOO_SLOW');
  } catch (error) {
    clients.unwatch(client, topic.name, error instanceof Problem ? error.code : 'TOO_SLOW');
  }
}
