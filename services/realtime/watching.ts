import { isPosition, type Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { Watch as WatchMessage, type Changes } from '@hzm/contracts/core/realtime';
import { FairTurns } from '@hzm/services/core/concurrency/fair-turns';
import { nextTurn } from '@hzm/services/core/concurrency/next-turn';
import type { Engine } from '@hzm/services/core/engine';
import { Gate, type GateLimits } from '@hzm/services/core/limits/gate';
import { sourceOf } from '@hzm/services/core/limits/source';
import { sightOf } from '@hzm/services/domain/access/visibility';
import { isSlow, type SendBuffers } from './backpressure.ts';
import type { Answer, Client, Watch } from './client.ts';
import { BYTES_PER_TURN, type Feed } from './feed.ts';
import { roomOf, shownIn } from './sight.ts';
import { admin } from './topics/admin.ts';
import { topicOf } from './topics/registry.ts';
import { topicName } from './topics/topic.ts';

/** Maximum topics per client. */
const MAX_TOPICS = 200;
/** The most changes of a replay that are sent before others get their turn. */
const CHANGES_PER_TURN = 500;
/** Watches that are judged in one turn of the event loop: an account may ask for thousands at once. */
const BEGINS = { together: 100, each: 10 };
/** Replays of one turn: an account has a few at a time, so that others get their turn between. */
const SHORT_REPLAYS: GateLimits = {
  together: 64,
  each: 4,
  waiting: 20_000,
  waitingEach: 2_000,
  timeoutMs: 10_000,
};
/** Long replays: each is read, made and sent in slices, and one account has one at a time. */
const REPLAYS: GateLimits = {
  together: 2,
  each: 1,
  waiting: 2_000,
  waitingEach: 400,
  timeoutMs: 10_000,
};

export const codeOf = (error: unknown): string =>
  error instanceof Problem ? error.code : 'NOT_READY';

/** Handles watch requests: authorize, begin between two messages, acknowledge. */
export class Watching {
  readonly #engine: Engine;
  readonly #feed: Feed;
  readonly #buffers: SendBuffers;
  /** Called when a watch has begun or ended. */
  readonly #changed: (client: Client, watch: Watch, live: boolean) => void;
  readonly #begins = new FairTurns(BEGINS);
  readonly #shortReplays = new Gate(SHORT_REPLAYS);
  readonly #replays = new Gate(REPLAYS);
  /** Number of revocations; an authorization before the last one is void. */
  #endings = 0;

  constructor(
    engine: Engine,
    feed: Feed,
    buffers: SendBuffers,
    changed: (client: Client, watch: Watch, live: boolean) => void,
  ) {
    this.#engine = engine;
    this.#feed = feed;
    this.#buffers = buffers;
    this.#changed = changed;
  }

  rightsEnded(): void {
    this.#endings++;
  }

  /** Starts a watch and answers exactly once. */
  async begin(client: Client, message: unknown, answer: Answer): Promise<void> {
    const { data } = WatchMessage.safeParse(message);
    const topic = data && topicOf(data.topic, data.fieldKey);
    const { watches } = client.data;
    if (!topic) return answer({ success: false, code: 'VALIDATION_ERROR' });
    const { widget } = client.data.caller;
    if (widget !== undefined && topic.name !== topicName('widget', widget))
      return answer({ success: false, code: 'UNAUTHORIZED' });
    this.end(client, topic.name);
    if (watches.size >= MAX_TOPICS) return answer({ success: false, code: 'RATE_LIMIT_EXCEEDED' });
    // The status of what runs is not from the log.
    if (this.#engine.projector.isDeaf && topic.kind !== admin)
      return answer({ success: false, code: 'NOT_READY' });
    if (isSlow(client.conn)) return answer({ success: false, code: 'TOO_SLOW' });
    const watch: Watch = {
      topic,
      release: this.#feed.retain(topic),
      projectId: undefined,
      peopleProjectId: undefined,
      ownerId: undefined,
      sight: 'public',
      live: false,
    };
    watches.set(topic.name, watch);
    try {
      const after = data.after !== undefined && isPosition(data.after) ? data.after : undefined;
      // Waits first, because events written by another process may revoke or allow the watch.
      if ((await this.#engine.positions.reach(after, client.data.caller.accountId)) === 'late')
        throw new Problem('NOT_READY');
      const begin = (): Promise<void> => this.#catchUp(client, watch, after, answer);
      await this.#begins.enter(accountOf(client));
      // Ended or asked for again while others had their turn.
      if (watches.get(topic.name) !== watch) throw new Problem('CONFLICT');
      await this.#inTurn(
        client,
        after === undefined ? 0 : this.#feed.missedBytes(topic, after),
        begin,
      );
    } catch (error) {
      if (watches.get(topic.name) === watch) this.end(client, topic.name);
      answer({ success: false, code: codeOf(error) });
    }
  }

  end(client: Client, topic: string): void {
    const watch = client.data.watches.get(topic);
    if (!watch) return;
    client.data.watches.delete(topic);
    watch.release();
    void client.leave(roomOf(watch.topic.channel, watch.sight));
    if (watch.live) this.#changed(client, watch, false);
  }

  endAll(client: Client): void {
    for (const topic of client.data.watches.keys()) this.end(client, topic);
  }

  /** Begins a watch with a replay of these bytes in a turn, and in memory, of the account. */
  async #inTurn(client: Client, bytes: number, begin: () => Promise<void>): Promise<void> {
    const source = sourceOf(client.data.caller, client.data.caller.actor);
    if (bytes === 0) return begin();
    if (bytes <= BYTES_PER_TURN) return this.#shortReplays.run(source, begin);
    await this.#replays.run(source, async () => {
      const share = this.#engine.documents.share(source);
      try {
        share.claim(bytes);
        await begin();
      } finally {
        share.end();
      }
    });
  }

  async #catchUp(
    client: Client,
    watch: Watch,
    after: Position | undefined,
    answer: Answer,
  ): Promise<void> {
    let from: Position | undefined | null = after;
    while (from !== null) from = await this.#attempt(client, watch, from, answer);
  }

  /**
   * Returns null once the request is answered, else the position from which to go on: the right may
   * have ended, or a long replay was sent as far as it went.
   */
  async #attempt(
    client: Client,
    watch: Watch,
    after: Position | undefined,
    answer: Answer,
  ): Promise<Position | undefined | null> {
    const endings = this.#endings;
    const { topic } = watch;
    const { caller, watches } = client.data;
    const allowed = await topic.kind.allow(this.#engine, caller, topic.id);
    const { projectId, peopleProjectId, ownerId, since, readsPast, ...watcher } = allowed;
    watch.projectId = projectId;
    watch.peopleProjectId = peopleProjectId;
    watch.ownerId = ownerId;
    watch.sight = sightOf(caller, watcher);
    const isCurrent = (): boolean => watches.get(topic.name) === watch;
    let ahead: { readonly messages: readonly Changes[]; readonly until: Position } | undefined;
    const answered = await this.#feed.begin(
      topic,
      after === undefined ? undefined : { after, since, readsPast },
      (position, missed) => {
        if (endings !== this.#endings) return false;
        // The watch was ended or requested again meanwhile.
        if (!isCurrent()) throw new Problem('CONFLICT');
        // A replay that does not fit is not sent: a client that reads subscribes again when there
        // is room.
        if (
          missed &&
          missed.bytes > 0 &&
          !this.#buffers.admit(accountOf(client), client.conn, missed.bytes)
        ) {
          this.end(client, topic.name);
          answer({ success: false, code: 'TOO_SLOW' });
          return true;
        }
        const messages = missed?.messages ?? [];
        if (lengthOf(messages) > CHANGES_PER_TURN) {
          ahead = { messages, until: position };
          return false;
        }
        void client.join(roomOf(topic.channel, watch.sight));
        watch.live = true;
        send(client, watch, messages);
        answer({ success: true, position, status: missed ? 'live' : 'must-refetch' });
        this.#changed(client, watch, true);
        return true;
      },
    );
    if (answered) return null;
    const mayGoOn = (): boolean => endings === this.#endings && isCurrent();
    if (!ahead || !mayGoOn()) return after;
    return (await sendInSlices(client, watch, ahead.messages, mayGoOn)) ?? ahead.until;
  }
}

/** Returns the account that the memory of a client counts for; strangers share one. */
export const accountOf = ({ data: { caller } }: Client): string =>
  sourceOf(caller, caller.actor).account;

const lengthOf = (messages: readonly Changes[]): number =>
  messages.reduce((sum, { changes }) => sum + changes.length, 0);

function send(client: Client, { sight }: Watch, messages: readonly Changes[]): void {
  for (const message of messages.map(one => shownIn(sight, one)))
    if (message.changes.length > 0) client.emit('changes', message);
}

/**
 * Sends messages while others get their turn, as long as it may go on. Returns the position of the
 * last message that was sent, undefined if all were.
 */
async function sendInSlices(
  client: Client,
  watch: Watch,
  messages: readonly Changes[],
  mayGoOn: () => boolean,
): Promise<Position | undefined> {
  let sent = 0;
  for (const message of messages) {
    send(client, watch, [message]);
    sent += Math.max(1, message.changes.length);
    if (sent < CHANGES_PER_TURN) continue;
    sent = 0;
    await nextTurn();
    if (!mayGoOn()) return message.position as Position;
  }
  return undefined;
}
