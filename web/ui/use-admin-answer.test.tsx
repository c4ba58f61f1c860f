// @vitest-environment jsdom
import type { WireChange } from '@hzm/contracts/core/realtime';
import { adminStats } from '@hzm/contracts/features/administration/api';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Watcher } from '../realtime/socket.ts';

let watcher: Watcher;
vi.mock('../realtime/socket.ts', () => ({
  watch: (_: string, given: Watcher) => {
    watcher = given;
    return () => {};
  },
}));
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const { useAdminAnswer } = await import('./use-admin-answer.ts');

const at = (n: number): string => String(n).padStart(20, '0');
const asked: {
  readonly waitFor: string | undefined;
  readonly answer: (users: number, seen: string) => Promise<void>;
}[] = [];
/** Waits longer than changes are batched. */
const settle = (): Promise<void> =>
  act(async () => {
    await new Promise(resolve => {
      setTimeout(resolve, 200);
    });
  });
let root: Root;

function Users() {
  const { data } = useAdminAnswer(adminStats, {}, ({ kind }) => kind === 'person');
  return data?.totalUsers ?? '–';
}

beforeEach(async () => {
  asked.length = 0;
  vi.stubGlobal(
    'fetch',
    (_: string, { headers }: { headers: Record<string, string> }) =>
      new Promise<Response>(resolve => {
        asked.push({
          waitFor: headers['X-Wait-For-Position'],
          answer: (totalUsers, seen) => {
            resolve(
              new Response(JSON.stringify({ success: true, data: { totalUsers } }), {
                headers: { 'X-Position': seen },
              }),
            );
            return settle();
          },
        });
      }),
  );
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Users />));
  await settle();
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
const shown = (): string => document.body.textContent ?? '';
const begin = (position: string): Promise<void> => {
  watcher.onStatus!('live', position);
  return settle();
};
const say = (kind: string, position: number): Promise<void> => {
  watcher.onChanges({
    topic: 'admin',
    position: at(position),
    at: '',
    changes: [{ op: 'put', kind, id: 'a' } as WireChange],
  });
  return settle();
};

it('useAdminAnswer queries once if the answer includes the start of the watch', async () => {
  await asked[0]!.answer(1, at(5));
  await begin(at(5));
  expect([shown(), asked.length]).toEqual(['1', 1]);
});

it.each([
  ['answered before the watch starts', true],
  ['pending when the watch starts', false],
])('useAdminAnswer queries again if the answer is older than the watch: %s', async (_, isHere) => {
  if (isHere) await asked[0]!.answer(1, at(3));
  await begin(at(5));
  if (!isHere) await asked[0]!.answer(1, at(3));
  expect([shown(), asked.map(({ waitFor }) => waitFor)]).toEqual(['1', [undefined, at(5)]]);
  await asked[1]!.answer(2, at(5));
  expect([shown(), asked.length]).toEqual(['2', 2]);
});

it('useAdminAnswer queries again for a later relevant change only', async () => {
  await asked[0]!.answer(1, at(5));
  await begin(at(4));
  await say('person', 5);
  await say('project', 6);
  expect(asked.length).toBe(1);
  await say('person', 7);
  expect(asked.map(({ waitFor }) => waitFor)).toEqual([undefined, at(7)]);
  await asked[1]!.answer(2, at(8));
  expect([shown(), asked.length]).toEqual(['2', 2]);
});

it('useAdminAnswer queries without a position after a refetch', async () => {
  await asked[0]!.answer(1, at(9));
  await begin(at(9));
  act(() => watcher.onRefetch());
  await settle();
  expect(asked.map(({ waitFor }) => waitFor)).toEqual([undefined, undefined]);
  await asked[1]!.answer(2, at(3));
  await say('person', 4);
  expect(asked.map(({ waitFor }) => waitFor)).toEqual([undefined, undefined, at(4)]);
});
