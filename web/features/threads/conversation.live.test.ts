// @vitest-environment jsdom
import type { ListedThread } from '@hzm/contracts/features/threads/thread';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { conversationOf, lookAt, tellRead } from './conversation.live.ts';

const at = (n: number): string => String(n).padStart(20, '0');
const thread = { id: 't', project_id: 'p', row: null, unread_count: 0 } as unknown as ListedThread;
/** The queries by which pages of the thread were asked for. */
const asked: string[] = [];
let newestMessage = 0;

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, search } = new URL(address, 'http://localhost');
    if (pathname.endsWith('/threads/t')) asked.push(search);
    const messages = [{ id: `m${newestMessage}`, position: at(newestMessage), thread_id: 't' }];
    const page = { thread, messages, before: at(1), after: null, quoted: [], readUpTo: at(5) };
    return new Response(JSON.stringify({ success: true, data: { ...thread, ...page } }));
  });
});
afterEach(() => vi.unstubAllGlobals());

it('a thread whose end was looked at and seen is opened at its first unread message again', async () => {
  newestMessage = 5;
  tellRead(thread, at(5));
  await lookAt('t', null);
  // The end is in sight, and says nothing new.
  tellRead(thread, at(5));
  newestMessage = 9;
  asked.length = 0;
  await conversationOf('t').reload();
  expect(asked).toEqual([expect.not.stringContaining('after='), expect.stringContaining('after=')]);
});
