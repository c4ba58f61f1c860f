import type { Engine } from '@hzm/services/core/engine';
import { KEPT_MS } from '@hzm/services/core/read-model/cached-read-model';
import { isSlow, letGo, type SendBuffers } from './backpressure.ts';
import type { Client } from './client.ts';
import { inTurns } from './in-turns.ts';
import type { LiveClients } from './live-clients.ts';
import { admin } from './topics/admin.ts';
import { accountOf } from './watching.ts';

/** The account of connections that have not been authenticated. */
const UNAUTHENTICATED = 'unauthenticated';

interface SweepParts {
  readonly engine: Pick<Engine, 'projector' | 'tokens'>;
  readonly clients: LiveClients;
  readonly buffers: SendBuffers;
  /** Monotonic clock in milliseconds. */
  readonly elapsed: () => number;
}

/** Returns the code with which a connection has expired. */
function expiredWith({ tokens }: SweepParts['engine'], { data }: Client): string | undefined {
  const { token, key } = data.caller;
  if (token && !tokens.isValid(token))
    return token.end > Date.now() / 1000 ? 'UNAUTHORIZED' : 'TOKEN_EXPIRED';
  return key?.end !== undefined && key.end <= Date.now() ? 'UNAUTHORIZED' : undefined;
}

/** Returns the work of ending a connection, in watches. */
const workOf = ({ data }: Client): number => 1 + data.watches.size;

/**
 * Returns the periodic end of connections that are expired, slow, deaf or crowded, in turns, because
 * a hundred of one account may end at one moment with all that they watch.
 */
export function sweeper({ engine, clients, buffers, elapsed }: SweepParts): () => Promise<void> {
  let authenticatedAt = -Infinity;
  let isSweeping = false;
  /**
   * A deaf process hears neither what changes nor whose rights ended. Who connects again is
   * authenticated anew, and watches nothing but the status, for a minute each time.
   */
  const endDeaf = async (): Promise<void> => {
    if (!engine.projector.isDeaf) return;
    const isDue = elapsed() - authenticatedAt >= KEPT_MS;
    if (isDue) authenticatedAt = elapsed();
    const deaf = clients.watches(({ topic }) => isDue || topic.kind !== admin);
    await inTurns([...new Set(deaf.map(([one]) => one))], workOf, one => clients.disconnect(one));
  };
  const endExpired = (): Promise<void> =>
    inTurns(
      [...clients].filter(one => expiredWith(engine, one) !== undefined || isSlow(one.conn)),
      workOf,
      client => {
        // Its token may have been renewed while others had their turn.
        const code = expiredWith(engine, client);
        if (code !== undefined) clients.expire(client, code);
        else if (isSlow(client.conn)) clients.unwatchAll(client, 'TOO_SLOW');
      },
    );
  const endCrowded = (): Promise<void> => {
    const accounts = new Map(clients.connections.map(conn => [conn, UNAUTHENTICATED]));
    for (const client of clients) accounts.set(client.conn, accountOf(client));
    const crowded = new Set(buffers.look(accounts.keys(), conn => accounts.get(conn)!));
    for (const conn of crowded)
      if (accounts.get(conn) === UNAUTHENTICATED) {
        conn.close(true);
        letGo(conn);
      }
    return inTurns(
      [...clients].filter(({ conn }) => crowded.has(conn)),
      workOf,
      client => {
        clients.disconnect(client);
        letGo(client.conn);
      },
    );
  };
  return async () => {
    if (isSweeping) return;
    isSweeping = true;
    try {
      await endDeaf();
      await endExpired();
      await endCrowded();
    } finally {
      isSweeping = false;
    }
  };
}
