import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve, type Answer, type Headed } from '../http/serve.ts';

const KEYS = 20;
const { ask, origin, register } = serve({ requestsPerMinute: 3_000 });
type Person = Awaited<ReturnType<typeof register>>;
let greedy: Person;
let other: Person;
/** The three headers of twenty keys of the greedy account, and its session. */
let hands: readonly Headed[] = [];

beforeAll(async () => {
  greedy = await register('Ayse');
  other = await register('Can');
  await ask(
    'PUT',
    `/projects/${greedy.projectId}`,
    { settings: { maxRequestsPerMinute: 10_000 } },
    greedy.session,
  );
  const keys: Headed[] = [];
  for (let n = 0; n < KEYS; n++) {
    const answer = await ask(
      'POST',
      `/api-keys/project/${greedy.projectId}`,
      {
        name: `Ek ${n}`,
        scope: 'admin_project',
        permissions: ['read', 'write', 'delete', 'admin'],
      },
      greedy.session,
    );
    keys.push({ ...greedy.key, 'x-api-key': answer.body.data.apiKey.key });
  }
  hands = [...keys, greedy.session];
});

const thread = async ({ projectId, session }: Person): Promise<string> =>
  (
    await ask(
      'POST',
      '/threads',
      { title: 'Dosyalar', initialMessage: 'Merhaba', project_id: projectId },
      session,
    )
  ).body.data.id;

describe('one account with twenty keys and a session', () => {
  const slow: { readonly end: () => void }[] = [];
  afterAll(() => {
    for (const { end } of slow) end();
  });

  it('takes three places of uploads with all of them, so that another person sends a file', async () => {
    const threadId = await thread(greedy);
    const upload = (headers: Headed): Promise<number> =>
      new Promise(resolve => {
        const sent = request(
          `${origin()}/api/v1/threads/${threadId}/attachments?file_name=a.txt`,
          {
            method: 'POST',
            agent: false,
            headers: { ...headers, 'content-type': 'text/plain', 'content-length': '100000' },
          },
          response => {
            response.resume();
            resolve(response.statusCode!);
          },
        );
        sent.on('error', () => resolve(0));
        sent.write('x');
        slow.push({ end: () => sent.destroy() });
      });
    const statuses: number[] = [];
    for (const headers of hands)
      for (let n = 0; n < 4; n++) void upload(headers).then(status => statuses.push(status));
    // Three are under way and sixteen wait; all others were refused.
    await expect
      .poll(() => statuses.filter(status => status === 503 || status === 429).length, {
        timeout: 20_000,
      })
      .toBe(hands.length * 4 - 19);
    const own = await thread(other);
    const mine = await fetch(`${origin()}/api/v1/threads/${own}/attachments?file_name=b.txt`, {
      method: 'POST',
      headers: { ...other.session, 'content-type': 'text/plain' },
      body: 'Merhaba',
    });
    expect(mine.status).toBe(201);
  }, 60_000);

  it('has what it computes, lists and reads of the past take turns as one, so that another person is answered', async () => {
    const crowd = async (path: string): Promise<Answer[]> => {
      const asked = hands.flatMap(headers =>
        Array.from({ length: 4 }, () => ask('GET', path, undefined, headers)),
      );
      const mine = ask(
        'GET',
        path.replace(greedy.projectId, other.projectId),
        undefined,
        other.session,
      );
      expect((await mine).status).toBe(200);
      return Promise.all(asked);
    };
    for (const path of [
      `/projects/${greedy.projectId}/history`,
      `/threads?project_id=${greedy.projectId}`,
    ]) {
      const statuses = (await crowd(path)).map(({ status }) => status);
      expect(statuses.every(status => [200, 503].includes(status))).toBe(true);
    }
  }, 60_000);

  it('writes messages as often as two people', async () => {
    const threadId = await thread(greedy);
    const statuses = (
      await Promise.all(
        hands
          .slice(0, 5)
          .flatMap(headers =>
            Array.from({ length: 40 }, () =>
              ask('POST', `/threads/${threadId}/messages`, { content: 'x' }, headers),
            ),
          ),
      )
    ).map(({ status }) => status);
    expect(statuses.filter(status => status === 429).length).toBeGreaterThanOrEqual(200 - 2 * 60);
    expect(
      (
        await ask(
          'POST',
          `/threads/${await thread(other)}/messages`,
          { content: 'x' },
          other.session,
        )
      ).status,
    ).toBe(201);
  }, 60_000);

  it('asks with all keys four fifths of what an account may ask in a minute; its session and another person go on', async () => {
    let refused: Answer | undefined;
    for (let round = 0; round < 60 && !refused; round++) {
      const answers = await Promise.all(
        hands
          .slice(0, KEYS)
          .flatMap(headers =>
            Array.from({ length: 5 }, () =>
              ask('GET', `/projects/${greedy.projectId}`, undefined, headers),
            ),
          ),
      );
      refused = answers.find(({ status }) => status === 429);
    }
    expect([
      refused?.headers.get('ratelimit-limit'),
      Number(refused?.headers.get('retry-after')) > 0,
    ]).toEqual(['2400', true]);
    expect((await ask('GET', '/auth/me', undefined, greedy.session)).status).toBe(200);
    expect((await ask('GET', '/auth/me', undefined, other.session)).status).toBe(200);
  }, 120_000);
});

it('an upload that is slower than fair gives its place to another account, and one that nobody waits for does not', async () => {
  const people = await Promise.all(Array.from({ length: 23 }, (_, n) => register(`Kisi${n}`)));
  const ids = await Promise.all(people.map(thread));
  const slow = people.slice(0, 22).flatMap(({ session }, n) =>
    Array.from({ length: 3 }, () => {
      const sent = request(`${origin()}/api/v1/threads/${ids[n]}/attachments?file_name=a.txt`, {
        method: 'POST',
        agent: false,
        headers: { ...session, 'content-type': 'text/plain', 'content-length': '100000' },
      });
      const status = once(sent, 'response').then(
        ([response]) => (response as { statusCode: number; resume(): void }).statusCode,
        () => 0,
      );
      sent.write('x');
      return { sent, status };
    }),
  );
  const began = performance.now();
  const mine = await fetch(`${origin()}/api/v1/threads/${ids[22]}/attachments?file_name=b.txt`, {
    method: 'POST',
    headers: { ...people[22]!.session, 'content-type': 'text/plain' },
    body: 'Merhaba',
  });
  expect(mine.status).toBe(201);
  expect(performance.now() - began).toBeLessThan(20_000);
  expect(await Promise.race(slow.map(({ status }) => status))).toBe(503);
  for (const { sent } of slow) sent.destroy();
}, 90_000);
