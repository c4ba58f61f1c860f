import { isPosition, type Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { Watch as WatchMessage } from '@hzm/contracts/core/realtime';
import type { Engine } from '@hzm/services/core/engine';
import { sightOf } from '@hzm/services/domain/access/visibility';
import { isSlow, type SendBuffers } from './backpressure.ts';
import type { Answer, Client, Watch } from './client.ts';
import type { Feed } from './feed.ts';
import { roomOf, shownIn } from './sight.ts';
import { admin } from './topics/admin.ts';
import { topicOf } from './topics/registry.ts';

/** Maximum topics per client. */
const MAX_TOPICS = 200;

export const codeOf = (error: unknown): string =>
  error instanceof Problem ? error.code : 'NOT_READY';

/** Handles watch requests: authorize, begin between two messages, acknowledge. */
export class Watching {
  readonly #engine: Engine;
  readonly #feed: Feed;
  readonly #buffers: SendBuffers;
  /** Called when a watch has begun or ended. */
  readonly #changed: (client: Client, watch: Watch, live: boolean) => void;
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
    this.end(client, topic.name);
    if (watches.size >= MAX_TOPICS) return answer({ success: false, code: 'RATE_LIMIT_EXCEEDED' });
    // The status of what runs is not from the log.
    if (this.#engine.projector.hasLostLog && topic.kind !== admin)
      return answer({ success: false, code: 'NOT_READY' });
    if (isSlow(client.conn)) return answer({ success: false, code: 'TOO_SLOW' });
    const watch: Watch = {
      topic,
      release: this.#feed.retain(topic),
      projectId: undefined,
      peopleProjectId: undefined,
      sight: 'public',
      live: false,
    };
    watches.set(topic.name, watch);
    try {
      const after = data.after !== undefined && isPosition(data.after) ? data.after : undefined;
      // Waits first, because events written by another process may revoke or allow the watch.
      if ((await this.#engine.positions.reach(after, client.data.caller.accountId)) === 'late')
        throw new Problem('NOT_READY');
      while (!(await this.#attempt(client, watch, after, answer)));
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

  /** Returns whether it was answered; if not, the right may have ended meanwhile. */
  async #attempt(
    client: Client,
    watch: Watch,
    after: Position | undefined,
    answer: Answer,
  ): Promise<boolean> {
    const endings = this.#endings;
    const { topic } = watch;
    const { caller, watches } = client.data;
    const { projectId, peopleProjectId, since, readsPast, ...watcher } = await topic.kind.allow(
      this.#engine,
      caller,
      topic.id,
    );
    watch.projectId = projectId;
    watch.peopleProjectId = peopleProjectId;
    watch.sight = sightOf(caller, watcher);
    return this.#feed.begin(
      topic,
      after === undefined ? undefined : { after, since, readsPast },
      (position, missed) => {
        if (endings !== this.#endings) return false;
        // The watch was ended or requested again meanwhile.
        if (watches.get(topic.name) !== watch) throw new Problem('CONFLICT');
        // A replay that does not fit is not sent; the client subscribes again when there is room.
        if (missed && missed.bytes > 0 && !this.#buffers.admit(client.conn, missed.bytes)) {
          this.end(client, topic.name);
          answer({ success: false, code: 'TOO_SLOW' });
          return true;
        }
        void client.join(roomOf(topic.channel, watch.sight));
        watch.live = true;
        for (const message of (missed?.messages ?? []).map(one => shownIn(watch.sight, one)))
          if (message.changes.length > 0) client.emit('changes', message);
        answer({ success: true, position, status: missed ? 'live' : 'must-refetch' });
        this.#changed(client, watch, true);
        return true;
      },
    );
  }
}
