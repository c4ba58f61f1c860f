import type { Client, Clients, Watch } from './client.ts';
import type { Topic } from './topics/registry.ts';
import type { Watching } from './watching.ts';

/** The connected clients of this process, and the ways to end their watches and connections. */
export class LiveClients {
  readonly #io: Clients;
  readonly #watching: Watching;

  constructor(io: Clients, watching: Watching) {
    this.#io = io;
    this.#watching = watching;
  }

  [Symbol.iterator](): Iterator<Client> {
    return this.#io.sockets.sockets.values();
  }

  /** Returns all connections of this process, also those that have not been authenticated. */
  get connections(): Client['conn'][] {
    // Its types hide them.
    const engine: unknown = this.#io.engine;
    return Object.values((engine as { readonly clients: Record<string, Client['conn']> }).clients);
  }

  /** Returns the acknowledged watches. */
  watches(which: (watch: Watch) => boolean): [Client, Watch][] {
    return [...this].flatMap(client =>
      [...client.data.watches.values()].flatMap((watch): [Client, Watch][] =>
        watch.live && which(watch) ? [[client, watch]] : [],
      ),
    );
  }

  /** Ends a watch and tells the client why. */
  unwatch(client: Client, topic: string, code: string): void {
    this.#watching.end(client, topic);
    client.emit('unwatched', { topic, code });
  }

  /** Ends all acknowledged watches of a topic's channel. */
  unwatchTopic({ name, channel }: Topic, code: string): void {
    for (const [client] of this.watches(({ topic }) => topic.channel === channel))
      this.unwatch(client, name, code);
  }

  /** Ends all acknowledged watches of a client and tells it why. */
  unwatchAll(client: Client, code: string): void {
    for (const { topic, live } of client.data.watches.values())
      if (live) this.unwatch(client, topic.name, code);
  }

  /**
   * Closes the connection immediately, so that the client reconnects with the same credentials.
   * Later messages are ignored.
   */
  disconnect(client: Client): void {
    this.#watching.endAll(client);
    client.removeAllListeners();
    client.conn.close(true);
  }

  /** Closes the connection after its last messages: its token has expired and was not renewed. */
  expire(client: Client, code: string): void {
    this.unwatchAll(client, code);
    this.#watching.endAll(client);
    client.removeAllListeners();
    client.conn.close();
  }
}
