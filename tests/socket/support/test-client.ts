import type { Changes, Members, Watching, WireChange } from '@hzm/contracts/core/realtime';
import { io, type Socket } from 'socket.io-client';

type Unwatched = { readonly topic: string; readonly code: string };

const TIMEOUT_MS = 10_000;

/** A connected client that remembers everything it is told, in order. */
export class TestClient {
  readonly socket: Socket;
  readonly messages: Changes[] = [];
  readonly ended: Unwatched[] = [];
  readonly presence: Members[] = [];
  /** Received messages, by kind: `changes`, `unwatched`, `answer`. */
  readonly order: string[] = [];
  readonly #waiting = new Set<() => void>();

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('changes', (message: Changes) =>
      this.#come('changes', () => this.messages.push(message)),
    );
    socket.on('unwatched', (message: Unwatched) =>
      this.#come('unwatched', () => this.ended.push(message)),
    );
    socket.on('presence', (message: Members) =>
      this.#come('presence', () => this.presence.push(message)),
    );
    socket.on('connect', () => this.#come('connect'));
    socket.on('disconnect', () => this.#come('disconnect'));
    socket.on('connect_error', () => this.#come('connect_error'));
  }

  watch(topic: string, after?: string, fieldKey?: 'id'): Promise<Watching> {
    return new Promise((resolve, reject) => {
      const message = {
        topic,
        ...(after !== undefined && { after }),
        ...(fieldKey && { fieldKey }),
      };
      this.socket
        .timeout(TIMEOUT_MS)
        .emit('watch', message, (error: Error | null, answer: Watching) => {
          this.#come('answer');
          if (error) reject(error);
          else resolve(answer);
        });
    });
  }

  /** Resolves when `holds` does. */
  async until(holds: () => boolean): Promise<void> {
    if (holds()) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const look = (): void => {
      if (holds()) resolve();
    };
    this.#waiting.add(look);
    const timer = setTimeout(
      () => reject(new Error(`waited in vain; came: ${this.order.join(' ')}`)),
      TIMEOUT_MS,
    );
    await promise.finally(() => {
      clearTimeout(timer);
      this.#waiting.delete(look);
    });
  }

  /** Resolves when a message of the topic at or after the position came. */
  reached = (topic: string, position: string): Promise<void> =>
    this.until(() =>
      this.messages.some(message => message.topic === topic && message.position >= position),
    );

  of = (topic: string): Changes[] => this.messages.filter(message => message.topic === topic);
  changes = (topic: string): WireChange[] => this.of(topic).flatMap(({ changes }) => changes);
  /** Those of one kind: several are told on one topic. */
  changesOf = (kind: string, topic: string): WireChange[] =>
    this.changes(topic).filter(change => change.kind === kind);

  #come(what: string, take?: () => void): void {
    take?.();
    this.order.push(what);
    for (const look of this.#waiting) look();
  }
}

const open = (port: number, auth: object, options: object): Socket =>
  io(`http://127.0.0.1:${port}`, {
    auth,
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 20,
    reconnectionDelayMax: 50,
    ...options,
  });

export async function follow(port: number, auth: object, options = {}): Promise<TestClient> {
  const follower = new TestClient(open(port, auth, options));
  await follower.until(() => follower.socket.connected);
  return follower;
}

/** The code with which the server refuses to connect; `connected` when it does not. */
export function refusal(port: number, auth: object, options = {}): Promise<string> {
  const socket = open(port, auth, { reconnection: false, ...options });
  return new Promise<string>(resolve => {
    socket.on('connect', () => resolve('connected'));
    socket.on('connect_error', (error: Error & { data?: { code?: string } }) =>
      resolve(error.data?.code ?? error.message),
    );
  }).finally(() => socket.disconnect());
}
