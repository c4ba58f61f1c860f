import type { WireChange } from '@hzm/contracts/core/realtime';
import type { Message } from '@hzm/contracts/features/threads/message';
import type { ListedThread } from '@hzm/contracts/features/threads/thread';
import { describe, expect, it } from 'vitest';
import {
  isOfOthers,
  MAX_HELD,
  openedAt,
  trimmed,
  withChange,
  withMore,
  type OpenThread,
  type ThreadPage,
} from './open-thread.ts';

const uuid = (n: number): string => `01937b5e-0000-7000-8000-${String(n).padStart(12, '0')}`;
const at = (n: number): string => String(n).padStart(20, '0');
const message = (n: number, more: Partial<Message> = {}): Message => ({
  id: uuid(n),
  thread_id: uuid(0),
  position: at(n),
  changed: at(n),
  sender_id: uuid(900),
  sender_type: 'user',
  sender_name: 'Can',
  sender_email: '',
  content: `m${n}`,
  system: null,
  attachments: [],
  mentions: [],
  reply_to: null,
  reactions: [],
  is_edited: false,
  edited_at: null,
  is_removed: false,
  created_at: '2026-11-22T12:00:00Z',
  _version: 1,
  ...more,
});
const thread = {
  id: uuid(0),
  position: at(1),
  changed: at(1),
  message_count: 1,
  is_starred: true,
  unread_count: 0,
  title: 'Eski',
} as ListedThread;
const range = (from: number, to: number): Message[] =>
  Array.from({ length: to - from + 1 }, (_, n) => message(from + n));
const page = (
  from: number,
  to: number,
  before: string | null,
  after: string | null,
  more: Partial<ThreadPage> = {},
): ThreadPage => ({
  thread,
  messages: range(from, to),
  quoted: [],
  readUpTo: null,
  before,
  after,
  ...more,
});
const put = (doc: Message): WireChange => ({
  op: 'put',
  kind: 'message',
  id: doc.id,
  version: 1,
  doc: { ...doc },
});
const shown = ({ conversation: { messages, before, after } }: OpenThread): string =>
  `${before === null ? '' : '…'}${messages[0]?.content}-${messages.at(-1)?.content}${after === null ? '' : '…'}`;

describe('open thread', () => {
  it('applies changes of its messages and of itself', () => {
    const open = openedAt(page(1, 2, null, null), null);
    const next = withChange(open, put(message(3)), at(3), uuid(1));
    expect([shown(next), next.newer]).toEqual(['m1-m3', 0]);
    const renamed = withChange(
      next,
      {
        op: 'put',
        kind: 'thread',
        id: uuid(0),
        version: 4,
        doc: { ...thread, title: 'Yeni', changed: at(4), message_count: 2 },
        actor: { id: uuid(900), name: 'Can' },
      },
      at(4),
      uuid(1),
    );
    expect(renamed.thread).toMatchObject({ title: 'Yeni', is_starred: true, unread_count: 1 });
    expect(
      withChange(
        renamed,
        { op: 'put', kind: 'thread', id: uuid(0), version: 2, doc: { ...thread } },
        at(2),
        uuid(1),
      ),
    ).toBe(renamed);
    expect(
      withChange(open, { op: 'put', kind: 'row', id: 'r', version: 1, doc: {} }, at(5), uuid(1)),
    ).toBe(open);
  });

  it('counts messages after its end, and holds a bounded part without gaps', () => {
    const open = openedAt(page(10, 20, at(10), at(20)), null);
    const next = withChange(open, put(message(40)), at(40), uuid(1));
    expect([shown(next), next.newer]).toEqual(['…m10-m20…', 1]);
    const whole = withMore(next, page(21, 40, null, null), 'after');
    expect([shown(whole), whole.newer]).toEqual(['…m10-m40', 0]);
    const long = openedAt(page(400, 400 + MAX_HELD - 1, at(400), null), null);
    const up = withMore(long, page(390, 399, at(390), at(399)), 'before');
    expect(up.conversation.messages).toHaveLength(MAX_HELD);
    expect(shown(up)).toBe(`…m390-m${390 + MAX_HELD - 1}…`);
    const grown = withChange(long, put(message(900)), at(900), uuid(1));
    expect(grown.conversation.messages).toHaveLength(MAX_HELD + 1);
    expect(shown(trimmed(grown))).toBe('…m401-m900');
    expect(trimmed(open)).toBe(open);
  });

  it('updates answered messages outside of its part', () => {
    const open = openedAt(page(10, 20, at(10), null, { quoted: [message(1)] }), null);
    const next = withChange(
      open,
      {
        op: 'patch',
        kind: 'message',
        id: uuid(1),
        version: 1,
        patch: { content: 'değişti', changed: at(30) },
      },
      at(30),
      uuid(1),
    );
    expect(next.quoted.get(uuid(1))?.content).toBe('değişti');
  });

  it('updates the read position and the number of loads with each load', () => {
    const open = openedAt(page(1, 2, null, null, { readUpTo: at(1) }), null);
    const again = openedAt(page(1, 3, null, null, { readUpTo: at(2) }), open);
    expect([open.readUpTo, open.loads, again.readUpTo, again.loads]).toEqual([at(1), 1, at(2), 2]);
    expect([
      isOfOthers(message(1), uuid(900)),
      isOfOthers(message(1), uuid(1)),
      isOfOthers(message(1, { sender_type: 'system' }), uuid(1)),
    ]).toEqual([false, true, false]);
  });
});
