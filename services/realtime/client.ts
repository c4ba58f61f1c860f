import type { Changes, Members, Watching } from '@hzm/contracts/core/realtime';
import type { Status } from '@hzm/contracts/core/status';
import type { Caller } from '@hzm/services/core/engine';
import type { Sight } from '@hzm/services/domain/access/visibility';
import type { Server, Socket } from 'socket.io';
import type { Allowance } from './message-limit.ts';
import type { Topic } from './topics/registry.ts';

/**
 * A topic that a client watches. At its end, `topic` is released and the client leaves its room.
 */
export interface Watch {
  readonly topic: Topic;
  readonly release: () => void;
  projectId: string | undefined;
  /** The project whose members may watch: the topic's own, or its live project. */
  peopleProjectId: string | undefined;
  /** The account whose disabling ends the watch of a widget's viewer. */
  ownerId: string | undefined;
  sight: Sight;
  /** Whether the subscription was acknowledged. */
  live: boolean;
}

/** Messages of clients, whose shapes are not trusted. */
interface ClientToServerEvents {
  auth: (message: unknown, ack: unknown) => void;
  watch: (message: unknown, ack: unknown) => void;
  unwatch: (message: unknown) => void;
  presence: (message: unknown) => void;
}
interface ServerToClientEvents {
  changes: (message: Changes) => void;
  status: (status: Status) => void;
  unwatched: (message: { topic: string; code: string }) => void;
  presence: (message: Members) => void;
}
interface SocketData {
  caller: Caller;
  /** `RevocationLog.count` when the caller's authentication began. */
  revocations: number;
  watches: Map<string, Watch>;
  /** The token bucket that each packet of the connection takes from. */
  allowance: Allowance;
}
export type Client = Socket<
  ClientToServerEvents,
  ServerToClientEvents,
  Record<string, never>,
  SocketData
>;
export type Clients = Server<
  ClientToServerEvents,
  ServerToClientEvents,
  Record<string, never>,
  SocketData
>;
export type Answer = (answer: Watching) => void;
