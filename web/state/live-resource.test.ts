// @vitest-environment jsdom
import type { WireChange } from '@hzm/contracts/core/realtime';
import { listProjects } from '@hzm/contracts/features/projects/api';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Watcher } from '../realtime/socket.ts';

let watcher: Watcher;
vi.mock('../realtime/socket.ts', () => ({
  watch: (_: string, given: Watcher) => {
    watcher = given;
    return () => {};
  },
}));
const { store } = await import('./jotai.ts');
const { liveResource } = await import('./live-resource.ts');

interface Asked {
  readonly waitFor: string | undefined;
  /** Answers with names, as a server that has reached a position. */
  readonly answer: (names: readonly string[], seen?: string) => Promise<void>;
}
const asked: Asked[] = [];
const at = (n: number): string => String(n).padStart(20, '0');
const settle = (): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, 5);
  });

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal(
    'fetch',
    (_: string, { headers }: { headers: Record<string, string> }) =>
      new Promise<Response>(resolve => {
        asked.push({
          waitFor: headers['X-Wait-For-Position'],
          answer: (names, seen) => {
            resolve(
              new Response(JSON.stringify({ success: true, data: { projects: names } }), {
                headers: seen === undefined ? {} : { 'X-Position': seen },
              }),
            );
            return settle();
          },
        });
      }),
  );
});
let close = (): void => {};
afterEach(() => {
  close();
  vi.unstubAllGlobals();
});

function opened() {
  const resource = liveResource<readonly string[]>({
    topic: 'user:a',
    load: async ask => (await ask(listProjects)).projects as unknown as readonly string[],
    apply: (names, { id }) => (names.includes(id) ? names : [...names, id]),
  });
  close = resource.open();
  return () => store.get(resource.atom).data;
}
const said = (id: string, position: number) =>
  watcher.onChanges({
    topic: 'user:a',
    position: at(position),
    at: '',
    changes: [{ op: 'put', kind: 'project', id } as WireChange],
  });

it('a resource loads once if the answer includes the start of the watch', async () => {
  const data = opened();
  await settle();
  await asked[0]!.answer(['a'], at(5));
  watcher.onStatus!('live', at(5));
  said('b', 6);
  expect([data(), asked.length]).toEqual([['a', 'b'], 1]);
});

it('a resource loads once if the watch starts first, and queues changes meanwhile', async () => {
  const data = opened();
  await settle();
  watcher.onStatus!('live', at(5));
  said('b', 6);
  await asked[0]!.answer(['a'], at(5));
  expect([data(), asked.length]).toEqual([['a', 'b'], 1]);
});

it.each([
  ['answered before the watch starts', true],
  ['pending when the watch starts', false],
])('a resource loads again if the answer is older than the watch: %s', async (_, isHere) => {
  const data = opened();
  await settle();
  if (isHere) await asked[0]!.answer(['a'], at(3));
  watcher.onStatus!('live', at(5));
  said('c', 6);
  if (!isHere) await asked[0]!.answer(['a'], at(3));
  await settle();
  expect([data(), asked.map(({ waitFor }) => waitFor)]).toEqual([['a'], [undefined, at(5)]]);
  await asked[1]!.answer(['a', 'b'], at(5));
  expect([data(), asked.length]).toEqual([['a', 'b', 'c'], 2]);
});

it('a resource loads once more if the answer has no position', async () => {
  const data = opened();
  await settle();
  watcher.onStatus!('live', at(5));
  await asked[0]!.answer(['a']);
  await asked[1]!.answer(['a', 'b']);
  expect([data(), asked.length]).toEqual([['a', 'b'], 2]);
});

it('a resource accepts lower positions after a refetch from a restored log', async () => {
  const data = opened();
  await settle();
  await asked[0]!.answer(['a'], at(90));
  watcher.onStatus!('live', at(90));
  watcher.onRefetch();
  await settle();
  await asked[1]!.answer(['b'], at(2));
  expect([data(), asked.length, asked[1]!.waitFor]).toEqual([['b'], 2, undefined]);
});
