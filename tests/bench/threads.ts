import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { DomainEvent } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import type { Changes } from '@hzm/contracts/core/realtime';
import { memberJoined } from '@hzm/contracts/features/members/events';
import { messageWritten } from '@hzm/contracts/features/threads/events';
import { events, upcasters } from '@hzm/contracts/registry';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import { SqliteKeyVault } from '@hzm/infra/key-vault/sqlite/sqlite-key-vault';
import { Codec } from '@hzm/services/core/events/codec';
import type { Socket } from 'socket.io-client';
import { connect } from './crowd.ts';
import { percentile, table, type Figure } from './figure.ts';
import type { Target } from './load.ts';
import { ask, BENCH_SECRET, signUp, startProduct } from './product.ts';

/*
 * Measures two hundred people in one thread, and a long thread beside a short one.
 * npm run bench:threads [-- --seconds=60 --rate=20 --messages=10000 --requests=200]
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    rate: { type: 'string', default: '20' },
    messages: { type: 'string', default: '10000' },
    requests: { type: 'string', default: '200' },
  },
});
const [SECONDS, RATE, MESSAGES, REQUESTS] = [
  values.seconds,
  values.rate,
  values.messages,
  values.requests,
].map(Number) as [number, number, number, number];
const PEOPLE = 200;

type Person = Target & {
  readonly token: string;
  readonly id: string;
  readonly extraHeaders: Record<string, string>;
};

/** Creates people, each with their own IP; the log adds them to the project. */
async function peopleAt(address: string): Promise<Person[]> {
  const people: Person[] = [];
  while (people.length < PEOPLE) {
    const n = people.length;
    const extraHeaders = { 'x-forwarded-for': `10.1.0.${n}` };
    const { token, user } = await ask<{ token: string; user: { id: string } }>(
      { address, headers: extraHeaders },
      'POST',
      '/auth/register',
      { name: `Kişi ${n}`, email: `p${n}@example.com`, password: 'gizli-1' },
    );
    people.push({
      address,
      headers: { ...extraHeaders, authorization: `Bearer ${token}` },
      token,
      id: user.id,
      extraHeaders,
    });
  }
  return people;
}

/** Messages received by a socket, in order. */
interface Device {
  readonly socket: Socket;
  readonly heard: string[];
}

/**
 * Lets everybody write in turn at a fixed rate and receive every message. @throws Error if orders
 * differ or a message is missing
 */
async function pushFigure(people: readonly Person[], threadId: string): Promise<Figure> {
  const topic = `thread:${threadId}`;
  const sent = new Map<string, number>();
  const times: number[] = [];
  const devices: Device[] = [];
  for (const { address, token, extraHeaders } of people) {
    const socket = await connect(address, { auth: { token }, extraHeaders });
    const heard: string[] = [];
    socket.on('changes', ({ changes }: Changes) => {
      const now = performance.now();
      for (const { kind, op, doc } of changes) {
        if (kind !== 'message' || op !== 'put') continue;
        const content = doc!['content'] as string;
        heard.push(content);
        times.push(now - sent.get(content)!);
      }
    });
    await socket.emitWithAck('watch', { topic });
    devices.push({ socket, heard });
  }
  const count = SECONDS * RATE;
  const writing: Promise<unknown>[] = [];
  const begun = performance.now();
  for (let n = 0; n < count; n++) {
    await sleep(Math.max(0, begun + (n * 1000) / RATE - performance.now()));
    sent.set(`mesaj ${n}`, performance.now());
    writing.push(
      ask(people[n % people.length]!, 'POST', `/threads/${threadId}/messages`, {
        content: `mesaj ${n}`,
      }),
    );
  }
  await Promise.all(writing);
  const end = performance.now() + 10_000;
  while (devices.some(({ heard }) => heard.length < count) && performance.now() < end)
    await sleep(50);
  for (const { socket } of devices) socket.disconnect();
  const orders = new Set(devices.map(({ heard }) => heard.join('\n')));
  const [order = ''] = orders;
  if (orders.size !== 1 || new Set(order.split('\n')).size !== count)
    throw new Error(
      `${orders.size} different orders; ${devices.filter(({ heard }) => heard.length < count).length} miss messages`,
    );
  return {
    name: `push of a message to ${people.length} people, ${RATE} a second for ${SECONDS} s: p95`,
    value: percentile(times, 95),
    unit: 'ms',
    target: { atMost: 150 },
    of: 'value',
    more: { p50: percentile(times, 50), p99: percentile(times, 99) },
  };
}

/** Appends events to a stream of a stopped server, many in one append. */
async function append(
  directory: string,
  stream: string,
  facts: readonly DomainEvent[],
  actor: string,
): Promise<void> {
  const store = await SqliteEventStore.open(join(directory, 'events.db'));
  const vault = new SqliteKeyVault(join(directory, 'vault.db'), Buffer.from(BENCH_SECRET));
  const codec = new Codec(vault, events, upcasters);
  const held = (await store.readStream(stream, { from: 0 })).length;
  for (let n = 0; n < facts.length; n += 500) {
    await store.append(
      stream,
      held + n - 1,
      await codec.encode(
        facts.slice(n, n + 500),
        { at: new Date().toISOString(), actor, request: 'bench' },
        () => newId(),
      ),
    );
  }
  await store.close();
  await vault.close();
}

const joined = (projectId: string, { id: userId }: Person) =>
  memberJoined({ projectId, invitationId: newId(), userId, role: 'editor', invitedBy: userId });
const written = (projectId: string, threadId: string, sender: string, n: number) =>
  messageWritten({
    projectId,
    threadId,
    messageId: newId(),
    name: 'Uzun',
    sender: { type: 'user', id: sender },
    content: `${n}. mesaj: sipariş ${(n * 2654435761) % 1_000_003} teslim edildi`,
    attachments: [],
    mentions: [],
    replyTo: null,
    repliedTo: null,
    status: 'waiting_reply',
  });

async function p95(run: (n: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < REQUESTS; n++) {
    const started = performance.now();
    await run(n);
    times.push(performance.now() - started);
  }
  // The first requests include compilation.
  return percentile(times.slice(REQUESTS / 10), 95);
}

interface Read {
  readonly messages: readonly { readonly id: string; readonly position: string }[];
  readonly before: string | null;
}

/** Requests on a thread, long or short. */
const asks = {
  'newest page': (target: Target, id: string) => () => ask(target, 'GET', `/threads/${id}`),
  'page around a message':
    (target: Target, id: string, { messages }: Read) =>
    (n: number) =>
      ask(target, 'GET', `/threads/${id}?around=${messages[n % messages.length]!.id}`),
  'page before':
    (target: Target, id: string, { messages }: Read) =>
    () =>
      ask(target, 'GET', `/threads/${id}?before=${messages[0]!.position}`),
  'list with a search': (target: Target, _: string, __: Read, project: string) => (n: number) =>
    ask(target, 'GET', `/threads?project_id=${project}&search=${(n * 2654435761) % 1_000_003}`),
  'list with unread counts': (target: Target, _: string, __: Read, project: string) => () =>
    ask(target, 'GET', `/threads?project_id=${project}`),
} as const;

const directory = mkdtempSync(join(tmpdir(), 'hzm-threads-'));
try {
  const begun = await startProduct(directory);
  const product = await signUp(begun.address);
  const open = async (title: string): Promise<string> =>
    (
      await ask<{ id: string }>(product, 'POST', '/threads', {
        project_id: product.project,
        title,
        initialMessage: 'Merhaba',
      })
    ).id;
  const [crowded, long, short] = [await open('Kalabalık'), await open('Uzun'), await open('Kısa')];
  const people = await peopleAt(begun.address);
  await begun.stop();
  await append(
    directory,
    `project-${product.project}`,
    people.map(person => joined(product.project, person)),
    people[0]!.id,
  );
  await append(
    directory,
    `thread-${long}`,
    Array.from({ length: MESSAGES - 1 }, (_, n) =>
      written(product.project, long, people[0]!.id, n),
    ),
    people[0]!.id,
  );
  const server = await startProduct(directory);
  const target = { ...product, address: server.address };
  while (
    (await ask<{ thread: { message_count: number } }>(target, 'GET', `/threads/${long}?limit=1`))
      .thread.message_count < MESSAGES
  )
    await sleep(200);
  const figures: Figure[] = [
    await pushFigure(
      people.map(person => ({ ...person, address: server.address })),
      crowded,
    ),
  ];
  for (const [name, make] of Object.entries(asks)) {
    const of = async (id: string): Promise<number> =>
      p95(make(target, id, await ask<Read>(target, 'GET', `/threads/${id}`), product.project));
    const ceiling = name.startsWith('list') ? undefined : await of(short);
    figures.push({
      name: `${name}, thread of ${MESSAGES} messages: p95`,
      value: await of(long),
      unit: 'ms',
      ...(ceiling !== undefined && { ceiling }),
    });
  }
  figures.push({
    name: `write into a thread of ${MESSAGES} messages: p95`,
    value: await writes(target, long),
    unit: 'ms',
    ceiling: await writes(target, short),
  });
  await server.stop();
  console.log(table(figures));
} finally {
  rmSync(directory, { recursive: true });
}

/** Measures 25 writes, the limit of one writer in a minute. */
async function writes(target: Target, threadId: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 25; n++) {
    const started = performance.now();
    await ask(target, 'POST', `/threads/${threadId}/messages`, { content: `yeni ${n}` });
    times.push(performance.now() - started);
  }
  return percentile(times.slice(5), 95);
}
