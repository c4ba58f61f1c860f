import { isDeepStrictEqual } from 'node:util';
import type { DomainEvent, Event } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import type { JsonObject } from '@hzm/contracts/core/json';
import { positionOf } from '@hzm/contracts/core/position';
import {
  unopened,
  updatesIn,
  withMessage,
  withPage,
  withUpdates,
  type Conversation,
  type Page,
  type Update,
} from '@hzm/contracts/features/threads/conversation';
import * as thread from '@hzm/contracts/features/threads/events';
import { reactions, type Message } from '@hzm/contracts/features/threads/message';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { accounts } from '@hzm/projections/features/accounts/accounts';
import { keys } from '@hzm/projections/features/keys/keys';
import { messageDocs } from '@hzm/projections/features/threads/documents';
import { threads } from '@hzm/projections/features/threads/threads';
import type { Engine } from '@hzm/services/core/engine';
import { messagePage, type Asked } from '@hzm/services/domain/features/threads/page';
import { messageOf, peopleOf } from '@hzm/services/domain/features/threads/view';
import { messages } from '@hzm/services/realtime/publications/threads';
import type { TopicContext } from '@hzm/services/realtime/topics/topic';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const [projectId, threadId] = [newId(), newId()];
const people = Array.from({ length: 3 }, () => newId());
const ofThread = { projectId, threadId, name: 'Stok' };
const no = { attachments: [], mentions: [] };

/** The server's side: the log, its view, and what is published, by the product's own code. */
class Server {
  readonly model = new MemoryReadModel();
  readonly updates: Update[] = [];
  /** Every state that a message ever had, by its id and its last change. */
  readonly states = new Map<string, Message>();
  readonly #ids: string[] = [];
  readonly #removed = new Set<string>();
  readonly #reacted = new Set<string>();
  readonly #revisions = new Map<string, number>();
  #position = 0;

  async open(): Promise<void> {
    await this.model.define(
      [threads, accounts, keys].flatMap(({ name, collections }) =>
        collections.map(one => ({ ...one, projection: name })),
      ),
    );
    const messageId = this.#made();
    await this.#happen(
      `thread-${threadId}`,
      thread.threadOpened({
        ...ofThread,
        messageId,
        category: 'general',
        priority: 'normal',
        tags: [],
        row: null,
        sender: { type: 'user', id: people[0]! },
        content: '0',
        ...no,
      }),
    );
  }

  async do({ kind, who, which, emoji }: ServerStep): Promise<void> {
    const sender = { type: 'user' as const, id: people[who]! };
    const messageId = this.#ids[which % this.#ids.length]!;
    const of = { ...ofThread, messageId };
    if (kind === 'write')
      return this.#happen(
        `thread-${threadId}`,
        thread.messageWritten({
          ...ofThread,
          messageId: this.#made(),
          sender,
          content: String(this.#position),
          ...no,
          replyTo: null,
          repliedTo: null,
          status: 'replied',
        }),
      );
    if (kind === 'move')
      return this.#happen(
        `thread-${threadId}`,
        thread.threadMoved({ ...ofThread, from: 'replied', to: 'rejected' }),
      );
    if (this.#removed.has(messageId)) return;
    if (kind === 'change')
      return this.#happen(
        `message-${messageId}`,
        thread.messageChanged({ ...of, content: `c${this.#position}`, ...no }),
      );
    if (kind === 'remove') {
      this.#removed.add(messageId);
      return this.#happen(`message-${messageId}`, thread.messageRemoved(of));
    }
    const reaction = `${messageId} ${who} ${emoji}`;
    const isThere = this.#reacted.has(reaction);
    this.#reacted[isThere ? 'delete' : 'add'](reaction);
    return this.#happen(
      `reaction-${messageId}-${sender.id}`,
      (isThere ? thread.reactionRemoved : thread.reactionAdded)({
        ...of,
        sender,
        emoji: reactions[emoji]!,
      }),
    );
  }

  async page(asked: Omit<Asked, 'limit'> & { readonly limit: number }): Promise<Page> {
    const { docs, ...ends } = await messagePage(this, threadId, asked);
    return {
      ...ends,
      messages: await Promise.all(docs.map(doc => messageOf(doc, peopleOf(this, true)))),
    };
  }

  /** As a call would answer it. */
  async message(which: number): Promise<Message> {
    return messageOf(
      (await this.model.get(messageDocs, this.#ids[which % this.#ids.length]!))!,
      peopleOf(this, true),
    );
  }

  id = (which: number): string => this.#ids[which % this.#ids.length]!;

  #made(): string {
    const id = newId();
    this.#ids.push(id);
    return id;
  }

  async #happen(stream: string, { type, data }: DomainEvent<JsonObject>): Promise<void> {
    const revision = (this.#revisions.get(stream) ?? -1) + 1;
    this.#revisions.set(stream, revision);
    const position = positionOf(++this.#position);
    const event: Event = {
      id: newId(),
      type,
      data,
      stream,
      revision,
      position,
      erased: false,
      bytes: 100,
      meta: { at: new Date(this.#position * 1000).toISOString(), actor: people[0]!, request: 'r' },
    };
    const changes = threads.changesOf(event);
    await this.model.apply([
      {
        projection: threads.name,
        version: threads.version,
        checkpoint: position,
        batch: [{ position, changes }],
      },
    ]);
    const context = {
      engine: this as unknown as Engine,
      people: { get: () => Promise.resolve(undefined) },
    } as unknown as TopicContext;
    this.updates.push(
      ...updatesIn({
        position,
        changes: (await messages.toChanges({ event, changes } as never, threadId, context)).map(
          part => JSON.parse(JSON.stringify(part)),
        ),
      }),
    );
    for (const message of (await this.page({ limit: 1_000 })).messages)
      this.states.set(`${message.id} ${message.changed}`, message);
  }
}

/**
 * Messages that arrive at a client: pages answered earlier, what the socket says in order, and some
 * of it repeated.
 */
class Client {
  here: Conversation = unopened;
  #heard: number;
  #asked: { page: Page; side: 'before' | 'after' | 'elsewhere' } | undefined;
  readonly #server: Server;

  constructor(server: Server) {
    this.#server = server;
    this.#heard = server.updates.length;
  }

  async do({ kind, which, limit }: ClientStep): Promise<void> {
    const { before, after } = this.here;
    if (kind === 'ask-before' && before !== null && before !== '')
      this.#asked = { page: await this.#server.page({ limit, before }), side: 'before' };
    if (kind === 'ask-after' && after !== null && after !== '')
      this.#asked = { page: await this.#server.page({ limit, after }), side: 'after' };
    if (kind === 'ask-around')
      this.#asked = {
        page: await this.#server.page({ limit, around: this.#server.id(which) }),
        side: 'elsewhere',
      };
    if (kind === 'ask-newest')
      this.#asked = { page: await this.#server.page({ limit }), side: 'elsewhere' };
    if (kind === 'arrive') this.#arrive();
    if (kind === 'hear') this.#hear(limit);
    if (kind === 'hear-again')
      this.here = withUpdates(
        this.here,
        this.#server.updates.slice(Math.max(0, this.#heard - limit), this.#heard),
      );
    if (kind === 'answered') this.here = withMessage(this.here, await this.#server.message(which));
    // The connection was lost, and what was missed is no more in the server's memory: all is read
    // again.
    if (kind === 'lost') {
      this.here = unopened;
      this.#heard = this.#server.updates.length;
      this.#asked = undefined;
    }
  }

  /**
   * Returns the faults of a shown conversation: a message that never was so, or a gap in what was
   * received.
   */
  async faults(): Promise<unknown[]> {
    const heard = this.#server.updates[this.#heard - 1]?.position ?? '';
    const known = this.here.messages
      .map(({ position }) => position)
      .filter(position => position <= heard);
    const all = (await this.#server.page({ limit: 1_000 })).messages.map(
      ({ position }) => position,
    );
    const from = all.indexOf(known[0] ?? '');
    return [
      ...this.here.messages.filter(
        message =>
          !isDeepStrictEqual(message, this.#server.states.get(`${message.id} ${message.changed}`)),
      ),
      ...known.filter((position, at) => position !== all[from + at]),
    ];
  }

  /** Hears and reads everything there is. */
  async settle(): Promise<void> {
    this.#arrive();
    this.#hear(Infinity);
    for (;;) {
      const { before, after } = this.here;
      if (before === '' || after === '') await this.do({ kind: 'ask-newest', which: 0, limit: 3 });
      else if (before !== null) await this.do({ kind: 'ask-before', which: 0, limit: 3 });
      else if (after !== null) await this.do({ kind: 'ask-after', which: 0, limit: 3 });
      else return;
      this.#arrive();
    }
  }

  #arrive(): void {
    if (this.#asked) this.here = withPage(this.here, this.#asked.page, this.#asked.side);
    this.#asked = undefined;
  }

  #hear(many: number): void {
    const updates = this.#server.updates.slice(this.#heard, this.#heard + many);
    this.#heard += updates.length;
    this.here = withUpdates(this.here, updates);
  }
}

const small = fc.integer({ min: 0, max: 9 });
const serverStep = fc.record({
  kind: fc.constantFrom('write', 'write', 'change', 'remove', 'react', 'react', 'move'),
  who: fc.integer({ min: 0, max: 2 }),
  which: small,
  emoji: fc.integer({ min: 0, max: 2 }),
});
const clientStep = fc.record({
  kind: fc.constantFrom(
    'ask-before',
    'ask-after',
    'ask-around',
    'ask-newest',
    'arrive',
    'arrive',
    'hear',
    'hear',
    'hear-again',
    'answered',
    'lost',
  ),
  which: small,
  limit: fc.integer({ min: 1, max: 4 }),
});
type ServerStep = typeof serverStep extends fc.Arbitrary<infer Step> ? Step : never;
type ClientStep = typeof clientStep extends fc.Arbitrary<infer Step> ? Step : never;

it('whatever is written, changed, removed and reacted to, and in whatever order it arrives, every client ends with what the server has', async () => {
  let shown = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          serverStep.map(step => ({ server: step })),
          fc
            .tuple(fc.integer({ min: 0, max: 1 }), clientStep)
            .map(([client, step]) => ({ client, step })),
        ),
        { minLength: 10, maxLength: 60 },
      ),
      async steps => {
        const server = new Server();
        await server.open();
        const clients = [new Client(server), new Client(server)];
        for (const step of steps) {
          if ('server' in step) await server.do(step.server);
          else await clients[step.client]!.do(step.step);
          expect((await Promise.all(clients.map(client => client.faults()))).flat()).toEqual([]);
        }
        const { messages: all } = await server.page({ limit: 1_000 });
        shown += all.length;
        for (const client of clients) {
          await client.settle();
          expect(client.here.messages).toEqual(all);
        }
      },
    ),
    { numRuns: 300 },
  );
  expect(shown).toBeGreaterThan(1_000);
});
