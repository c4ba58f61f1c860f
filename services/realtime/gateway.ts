import type { Server as HttpServer } from 'node:http';
import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import type { Engine } from '@hzm/services/core/engine';
import type { Trust } from '@hzm/services/core/limits/proxies';
import { KEPT_MS } from '@hzm/services/core/read-model/cached-read-model';
import { sightOf } from '@hzm/services/domain/access/visibility';
import { withNames } from '@hzm/services/domain/features/status/with-names';
import { Server } from 'socket.io';
import {
  endingBy,
  RevocationLog,
  revocationsOf,
  type AccessRevocation,
} from './access-revocation.ts';
import { isSlow, letGo, SendBuffers } from './backpressure.ts';
import type { Client, Clients, Watch } from './client.ts';
import { handleConnection } from './connection.ts';
import { Entrance, type Strangers } from './entrance.ts';
import { Feed } from './feed.ts';
import { renewed, type Guessing } from './handshake.ts';
import { online } from './online.ts';
import { Presence } from './presence.ts';
import { peopled, roomOf, shownIn, watcherSights } from './sight.ts';
import { ADMIN, admin } from './topics/admin.ts';
import { channelsOf } from './topics/registry.ts';
import { Watching } from './watching.ts';

export interface Gateway {
  /** Closes every connection; clients reconnect when a server answers again. */
  close(): void;
}

interface GatewayParts {
  readonly engine: Engine;
  readonly server: HttpServer;
  /** Called with unexpected errors. */
  readonly log: (error: unknown) => void;
  /** Counts failed passwords per IP. Default: no limit. */
  readonly guesses?: Guessing;
  /** Counts unauthenticated connections per IP. Default: no limit. */
  readonly strangers?: Strangers;
  /** The proxies whose forwarded headers are trusted. Default: none. */
  readonly trusts?: Trust;
  /** Monotonic clock in milliseconds. Default: this process's. */
  readonly elapsed?: () => number;
}

/** Maximum bytes of a client's request; a poll has several messages. */
const MAX_PAYLOAD_BYTES = 64 * 1024;
/** Maximum time a connection may stay unauthenticated, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;
const SWEEP_MS = 250;
const STATUS_MS = 1_000;

/** Returns the rooms of a topic that see people, for either kind of row keys. */
const peopledRooms = (topic: string): string[] =>
  channelsOf(topic).flatMap(channel => peopled.map(sight => roomOf(channel, sight)));

/** Serves subscriptions over sockets on the HTTP server. The projector must have started. */
export function openGateway({
  engine,
  server,
  log,
  guesses = async () => false,
  strangers = () => false,
  trusts = () => false,
  elapsed = () => performance.now(),
}: GatewayParts): Gateway {
  const revocations = new RevocationLog();
  const entrance = new Entrance({ engine, revocations, guesses, strangers, trusts, log });
  const io: Clients = new Server(server, {
    serveClient: false,
    maxHttpBufferSize: MAX_PAYLOAD_BYTES,
    connectTimeout: CONNECT_TIMEOUT_MS,
    allowRequest: entrance.allowRequest,
  });
  const clients = (): Iterable<Client> => io.sockets.sockets.values();
  const watches = (): number =>
    [...clients()].reduce((sum, { data }) => sum + data.watches.size, 0);
  engine.metrics.listenTo(() => ({
    sockets: io.sockets.sockets.size,
    watchers: watches(),
    people: online(clients()),
  }));
  const listeners = (room: string): number => io.sockets.adapter.rooms.get(room)?.size ?? 0;

  const presence = new Presence(
    message => io.to(peopledRooms(message.topic)).emit('presence', message),
    topic => peopledRooms(topic).reduce((sum, room) => sum + listeners(room), 0),
    engine.presence,
  );
  const feed: Feed = new Feed(
    engine,
    {
      changes: ({ channel }, message) => {
        let sent = 0;
        for (const sight of watcherSights) {
          const count = listeners(roomOf(channel, sight));
          const seen = count > 0 ? shownIn(sight, message) : undefined;
          if (!seen || seen.changes.length === 0) continue;
          io.to(roomOf(channel, sight)).emit('changes', seen);
          sent += count;
        }
        return sent;
      },
      failed: ({ name, channel }) => {
        const failed = live(({ topic }) => topic.channel === channel);
        for (const [client] of failed) unwatch(client, name, 'TOO_SLOW');
      },
      told: async entry => {
        for (const revocation of revocationsOf(entry))
          await applyRevocation(revocation, entry.event.position);
      },
      log,
    },
    elapsed,
  );
  const buffers = new SendBuffers();
  const watching = new Watching(
    engine,
    feed,
    buffers,
    (client, { topic: { name: topic }, sight }, isLive) => {
      const members = presence.of(topic);
      if (!isLive) presence.leave(topic, client.id);
      else if (members.length > 0 && peopled.includes(sight))
        client.emit('presence', { topic, members });
    },
  );

  /** Yields the acknowledged watches. */
  const live = (which: (watch: Watch) => boolean): [Client, Watch][] =>
    [...clients()].flatMap(client =>
      [...client.data.watches.values()].flatMap((watch): [Client, Watch][] =>
        watch.live && which(watch) ? [[client, watch]] : [],
      ),
    );
  const unwatch = (client: Client, topic: string, code: string): void => {
    watching.end(client, topic);
    client.emit('unwatched', { topic, code });
  };
  /**
   * Closes the connection immediately, so that the client reconnects with the same credentials.
   * Later messages are ignored.
   */
  const disconnect = (client: Client): void => {
    watching.endAll(client);
    client.removeAllListeners();
    client.conn.close(true);
  };
  /** Closes the connection after its last messages: its token has expired and was not renewed. */
  const expire = (client: Client, code: string): void => {
    for (const { topic, live: isLive } of client.data.watches.values())
      if (isLive) unwatch(client, topic.name, code);
    watching.endAll(client);
    client.removeAllListeners();
    client.conn.close();
  };
  /**
   * Accepts another token of the same person and keeps the watches.
   * @throws Problem
   */
  const renew = async (client: Client, token: string): Promise<void> => {
    const { count } = revocations;
    client.data.caller = await renewed(engine, client.data.caller, token);
    if (revocations.hit(client.data.caller, count)) disconnect(client);
  };

  async function applyRevocation(revocation: AccessRevocation, at: Position): Promise<void> {
    watching.rightsEnded();
    switch (revocation.kind) {
      case 'disconnect':
        revocations.add(revocation.of);
        for (const client of clients()) if (revocation.of(client.data.caller)) disconnect(client);
        return;
      case 'supersede':
        // A connection authenticating with such a token must retry, and then learns when it ends.
        revocations.add(revocation.of);
        for (const client of clients())
          if (revocation.of(client.data.caller))
            client.data.caller = endingBy(client.data.caller, revocation.end);
        return;
      case 'deleted':
        for (const [client, { topic }] of live(revocation.what))
          unwatch(client, topic.name, 'NOT_FOUND');
        return;
      case 'viewers':
        for (const [client, { topic }] of live(revocation.what))
          if (client.data.caller.widget !== undefined) unwatch(client, topic.name, revocation.code);
        return;
      case 'recheck':
        for (const [client, { topic, sight, projectId }] of live(
          watch =>
            watch.projectId === revocation.projectId ||
            (revocation.of !== undefined && watch.peopleProjectId === revocation.projectId),
        )) {
          const { actor, widget } = client.data.caller;
          // Neither a project's visibility nor its members decide about viewers of widgets.
          if (widget !== undefined || (revocation.of !== undefined && revocation.of !== actor))
            continue;
          // The client subscribes again if access cannot be checked, its visibility changed, the
          // topic does not report its new role, or its right was given after an earlier one ended
          // here.
          await topic.kind.allow(engine, client.data.caller, topic.id).then(
            watcher => {
              if (
                projectId !== revocation.projectId ||
                watcher.since > at ||
                sightOf(client.data.caller, watcher) !== sight
              )
                unwatch(client, topic.name, 'TOO_SLOW');
            },
            (error: unknown) =>
              unwatch(client, topic.name, error instanceof Problem ? error.code : 'TOO_SLOW'),
          );
        }
    }
  }

  let authenticatedAt = -Infinity;
  /**
   * Without the log nobody is told what changes, nor whose rights ended. Who connects again is
   * authenticated anew, and watches nothing but the status, for a minute each time.
   */
  const endDeaf = (): void => {
    if (!engine.projector.hasLostLog) return;
    const isDue = elapsed() - authenticatedAt >= KEPT_MS;
    if (isDue) authenticatedAt = elapsed();
    const deaf = live(({ topic }) => isDue || topic.kind !== admin).map(([client]) => client);
    for (const client of new Set(deaf)) disconnect(client);
  };

  entrance.open(io);
  io.on('connection', client => {
    if (revocations.hit(client.data.caller, client.data.revocations)) disconnect(client);
    else
      handleConnection(client, {
        seen: sessionId => void engine.usage.seen(sessionId),
        watching,
        presence,
        people: feed.people,
        disconnect,
        renew,
        log,
      });
  });

  const statusTimer = setInterval(() => {
    if (listeners(ADMIN) > 0)
      engine.status
        .status()
        .then(status => withNames(engine, status))
        .then(status => io.to(ADMIN).emit('status', status), log);
  }, STATUS_MS).unref();
  const sweep = setInterval(() => {
    endDeaf();
    for (const client of clients()) {
      const { token, key } = client.data.caller;
      if (token && !engine.tokens.isValid(token))
        expire(client, token.end > Date.now() / 1000 ? 'UNAUTHORIZED' : 'TOKEN_EXPIRED');
      else if (key?.end !== undefined && key.end <= Date.now()) expire(client, 'UNAUTHORIZED');
      else if (isSlow(client.conn))
        for (const { topic, live } of client.data.watches.values())
          if (live) unwatch(client, topic.name, 'TOO_SLOW');
    }
    const crowded = new Set(buffers.look(new Set([...clients()].map(({ conn }) => conn))));
    for (const client of clients()) {
      if (!crowded.has(client.conn)) continue;
      disconnect(client);
      letGo(client.conn);
    }
  }, SWEEP_MS).unref();

  return {
    close: () => {
      clearInterval(sweep);
      clearInterval(statusTimer);
      feed.close();
      presence.close();
      io.engine.close();
    },
  };
}
