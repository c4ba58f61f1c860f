import type { Changes, Watching } from '@hzm/contracts/core/realtime';
import { io, type Socket } from 'socket.io-client';

const ANSWER_MS = 4_000;
const AGAIN_MS = 200;

/**
 * Watches one topic through every disconnection, and remembers the position of each message in the
 * order in which they came.
 */
export class Watcher {
  readonly heard: string[] = [];
  /**
   * Positions between which the server could not tell what was missed: whoever watches reads again.
   */
  readonly gaps: { readonly from: string; readonly to: string }[] = [];
  /** Positions between which missed changes were replayed, without rows that were gone by then. */
  readonly replays: { readonly from: string; to?: string }[] = [];
  readonly #topic: string;
  readonly #socket: Socket;
  #position: string;

  constructor(address: string, token: string, topic: string, position: string) {
    this.#topic = topic;
    this.#position = position;
    this.#socket = io(address, {
      auth: { token },
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 50,
      reconnectionDelayMax: 200,
    });
    this.#socket.on('connect', () => this.#watch());
    this.#socket.on('connect_error', () => {
      if (!this.#socket.active) setTimeout(() => this.#socket.connect(), AGAIN_MS);
    });
    this.#socket.on('changes', ({ position }: Changes) => {
      this.heard.push(position);
      this.#position = position;
    });
    this.#socket.on('unwatched', () => this.#watch());
  }

  get position(): string {
    return this.#position;
  }

  close(): void {
    this.#socket.disconnect();
  }

  #watch(): void {
    const { id } = this.#socket;
    // The last one broke off if it was not answered.
    const broken = this.replays.at(-1);
    if (broken) broken.to ??= this.#position;
    const replay: Watcher['replays'][number] = { from: this.#position };
    this.replays.push(replay);
    const isSame = (): boolean => this.#socket.connected && this.#socket.id === id;
    const again = (): void => {
      setTimeout(() => {
        if (isSame()) this.#watch();
      }, AGAIN_MS);
    };
    this.#socket
      .timeout(ANSWER_MS)
      .emit(
        'watch',
        { topic: this.#topic, after: this.#position },
        (late: Error | null, answer: Watching) => {
          // A request that timed out may still be answered in the middle of the next one, but not
          // on another connection.
          if (late) return void (isSame() && this.#socket.disconnect().connect());
          if (!answer.success) return again();
          if (answer.status === 'must-refetch')
            this.gaps.push({ from: this.#position, to: answer.position! });
          replay.to = answer.position!;
          if (answer.position! > this.#position) this.#position = answer.position!;
        },
      );
  }
}
