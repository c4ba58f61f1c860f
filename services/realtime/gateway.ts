import type { Server as HttpServer } from 'node:http';
import type { Changes, Members } from '@hzm/contracts/core/realtime';
import type { Engine } from '@hzm/services/core/engine';
import type { Trust } from '@hzm/services/core/limits/proxies';
import type { Sight } from '@hzm/services/domain/access/visibility';
import { withNames } from '@hzm/services/domain/features/status/with-names';
import { Server } from 'socket.io';
import { RevocationLog, revocationsOf } from './access-revocation.ts';
import { applyRevocation, type RevocationParts } from './apply-revocation.ts';
import { SendBuffers } from './backpressure.ts';
import type { Client, Clients, Watch } from './client.ts';
import { handleConnection, type Connections } from './connection.ts';
import { Entrance, type Accounts, type Strangers } from './entrance.ts';
import { Feed } from './feed.ts';
import { limitFrames } from './frames.ts';
import { renewed, type Guessing } from './handshake.ts';
import { LiveClients } from './live-clients.ts';
import { online } from './online.ts';
import { Presence } from './presence.ts';
import type { BufferedEvent } from './replay-buffer.ts';
import { sendInTurns } from './send-in-turns.ts';
import { peopled, peopledAlike, presenceShownIn, roomOf, shownIn, watcherSights } from './sight.ts';
import { sweeper } from './sweep.ts';
import { ADMIN } from './topics/admin.ts';
import { channelsOf, type Topic } from './topics/registry.ts';
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
  /** Counts connections per account. Default: no limit. */
  readonly accounts?: Accounts;
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
const peopledRooms = (topic: string, sights: readonly Sight[] = peopled): string[] =>
  channelsOf(topic).flatMap(channel => sights.map(sight => roomOf(channel, sight)));

/** Runs each task in its interval until the returned function is called. */
function startTimers(
  tasks: readonly { readonly everyMs: number; readonly run: () => void }[],
): () => void {
  const timers = tasks.map(({ everyMs, run }) => setInterval(run, everyMs).unref());
  return () => timers.forEach(timer => clearInterval(timer));
}

const listenersOf = (io: Clients, room: string): number =>
  io.sockets.adapter.rooms.get(room)?.size ?? 0;

/** Applies what an event revokes to the connected clients. */
async function endAccess(
  { watching, ...parts }: RevocationParts & { readonly watching: Watching },
  entry: BufferedEvent,
): Promise<void> {
  for (const revocation of revocationsOf(entry)) {
    watching.rightsEnded();
    await applyRevocation(parts, revocation, entry.event.position);
  }
}

/** Serves subscriptions over sockets on the HTTP server. The projector must have started. */
export function openGateway({
  engine,
  server,
  log,
  guesses = async () => false,
  strangers = async () => false,
  accounts = async () => false,
  trusts = () => false,
  elapsed = () => performance.now(),
}: GatewayParts): Gateway {
  const revocations = new RevocationLog();
  const entrance = new Entrance({ engine, revocations, guesses, strangers, accounts, trusts, log });
  const io = socketsOn(server, entrance);
  const presence = presenceOf(engine, io);
  const feed: Feed = new Feed(
    engine,
    {
      changes: (topic, message) => sendChanges(io, topic, message),
      failed: topic => clients.unwatchTopic(topic, 'TOO_SLOW'),
      told: entry => endAccess({ engine, revocations, clients, watching }, entry),
      log,
    },
    elapsed,
  );
  const buffers = new SendBuffers();
  const watching = new Watching(engine, feed, buffers, (client, watch, isLive) =>
    tellPresence(presence, client, watch, isLive),
  );
  const clients = new LiveClients(io, watching);
  countAudience(engine, io, clients);
  entrance.open(io);
  const connections: Connections = {
    seen: sessionId => void engine.usage.seen(sessionId),
    watching,
    presence,
    people: feed.people,
    disconnect: one => clients.disconnect(one),
    renew: (one, token) => renew({ engine, revocations, clients }, one, token),
    log,
  };
  io.on('connection', client => {
    if (revocations.hit(client.data.caller, client.data.revocations)) clients.disconnect(client);
    else handleConnection(client, connections);
  });

  const sweep = sweeper({ engine, clients, buffers, elapsed });
  const stopTimers = startTimers([
    { everyMs: STATUS_MS, run: () => sendStatus(engine, io, log) },
    { everyMs: SWEEP_MS, run: () => void sweep().catch(log) },
  ]);
  return {
    close: () => {
      stopTimers();
      feed.close();
      presence.close();
      io.engine.close();
    },
  };
}

function socketsOn(server: HttpServer, { allowRequest }: Entrance): Clients {
  const io: Clients = new Server(server, {
    serveClient: false,
    maxHttpBufferSize: MAX_PAYLOAD_BYTES,
    connectTimeout: CONNECT_TIMEOUT_MS,
    allowRequest,
  });
  limitFrames(io.engine);
  return io;
}

/** Tells who begins to watch a topic who is there; who ends it has left. */
function tellPresence(
  presence: Presence,
  client: Client,
  { topic: { name: topic }, sight }: Watch,
  isLive: boolean,
): void {
  const members = presence.of(topic);
  if (!isLive) presence.leave(topic, client.id);
  else if (members.length > 0 && peopled.includes(sight))
    client.emit('presence', presenceShownIn(sight, { topic, members }));
}

/** Counts what the status tells of this process's connections. */
function countAudience({ metrics }: Engine, io: Clients, clients: LiveClients): void {
  metrics.listenTo(() => ({
    sockets: io.sockets.sockets.size,
    watchers: [...clients].reduce((sum, { data }) => sum + data.watches.size, 0),
    people: online(clients),
  }));
}

/** Tells the members of a topic to all who see people, as they see them. */
function tellMembers(io: Clients, message: Members): void {
  for (const sights of peopledAlike)
    io.to(peopledRooms(message.topic, sights)).emit(
      'presence',
      presenceShownIn(sights[0]!, message),
    );
}

const presenceOf = (engine: Engine, io: Clients): Presence =>
  new Presence(
    message => tellMembers(io, message),
    topic => peopledRooms(topic).reduce((sum, room) => sum + listenersOf(io, room), 0),
    engine.presence,
  );

/** @returns the number of watchers that receive the message */
async function sendChanges(io: Clients, { channel }: Topic, message: Changes): Promise<number> {
  let sent = 0;
  for (const sight of watcherSights) {
    const room = roomOf(channel, sight);
    const count = listenersOf(io, room);
    const seen = count > 0 ? shownIn(sight, message) : undefined;
    if (!seen || seen.changes.length === 0) continue;
    await sendInTurns(io, room, seen);
    sent += count;
  }
  return sent;
}

function sendStatus(engine: Engine, io: Clients, log: (error: unknown) => void): void {
  if (listenersOf(io, ADMIN) === 0) return;
  engine.status
    .status()
    .then(status => withNames(engine, status))
    .then(status => io.to(ADMIN).emit('status', status), log);
}

/** Accepts another token of the same person and keeps the watches. @throws Problem */
async function renew(
  {
    engine,
    revocations,
    clients,
  }: { engine: Engine; revocations: RevocationLog; clients: LiveClients },
  client: Client,
  token: string,
): Promise<void> {
  const { count } = revocations;
  client.data.caller = await renewed(engine, client.data.caller, token);
  if (revocations.hit(client.data.caller, count)) clients.disconnect(client);
}
