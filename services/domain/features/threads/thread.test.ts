import { newId } from '@hzm/contracts/core/ids';
import { messageWritten, threadMoved, threadOpened } from '@hzm/contracts/features/threads/events';
import { MAX_MESSAGES } from '@hzm/contracts/features/threads/message';
import { MAX_THREADS, type Sender } from '@hzm/contracts/features/threads/thread';
import type { Decider, Decision } from '@hzm/services/core/commands/decider';
import { describe, expect, it } from 'vitest';
import { changeMessage, message, ownReactions, react, removeMessage } from './message.ts';
import { setStar, star } from './star.ts';
import { changeThread, moveThread, openThread, thread, writeMessage } from './thread.ts';

const [projectId, threadId, messageId, accountId] = [newId(), newId(), newId(), newId()];
const of = { projectId, threadId, messageId };
const opener: Sender = { type: 'user', id: accountId };
const said = { content: 'Merhaba', attachments: [], mentions: [] };
const opening = {
  title: 'Stok',
  category: 'general' as const,
  priority: 'normal' as const,
  tags: [],
  row: null,
};
const after = <S>({ initial, evolve }: Decider<S>, ...decisions: ((s: S) => Decision)[]): S =>
  decisions.reduce((s, decide) => {
    const decision = decide(s);
    if (!Array.isArray(decision)) throw decision as Error;
    return decision.reduce(evolve, s);
  }, initial);
const open = openThread(of, opening, opener, said, 0);
const to = (status: 'closed' | 'rejected' | 'waiting_reply' | 'replied') =>
  moveThread({ threadId, expected: undefined }, status);
const write = (sender = opener) => writeMessage(of, sender, said, null);

describe('a thread', () => {
  it('is opened once, by a project that has room', () => {
    expect(after(thread, open)).toMatchObject({ status: 'waiting_reply', written: 1, version: 1 });
    expect(open(after(thread, open))).toEqual([]);
    expect(openThread(of, opening, opener, said, MAX_THREADS)(undefined)).toMatchObject({
      code: 'CONFLICT',
      text: { key: 'thread-limit' },
    });
  });

  it.each([
    ['its opener', opener, 'waiting_reply'],
    ['somebody else', { type: 'user', id: newId() }, 'replied'],
    ['a program of its opener', { type: 'ai', id: accountId }, 'replied'],
  ] as const)('when %s writes', (_, sender, status) => {
    expect(after(thread, open, to('replied'), write(sender))).toMatchObject({ status, written: 2 });
  });

  it('rejected stays rejected, closed takes nothing, and what is full is full', () => {
    expect(after(thread, open, to('rejected'), write({ type: 'user', id: newId() }))!.status).toBe(
      'rejected',
    );
    expect(write()(after(thread, open, to('closed')))).toMatchObject({
      code: 'CONFLICT',
      text: { key: 'thread-closed-now' },
    });
    expect(after(thread, open, to('closed'), to('waiting_reply'), write())!.written).toBe(2);
    expect(write()({ ...after(thread, open)!, written: MAX_MESSAGES })).toMatchObject({
      text: { key: 'message-limit' },
    });
    expect(write()(undefined)).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('changes what differs, and nothing for who saw another version', () => {
    const s = after(thread, open);
    expect(
      changeThread({ threadId, expected: 1 }, { title: 'Stok', priority: 'normal', tags: [] })(s),
    ).toEqual([]);
    expect(
      changeThread({ threadId, expected: 1 }, { title: 'Depo', tags: ['a'] })(s),
    ).toMatchObject([
      { type: 'thread-renamed', data: { name: 'Depo', previously: 'Stok' } },
      { type: 'thread-changed', data: { name: 'Depo', tags: ['a'] } },
    ]);
    expect(changeThread({ threadId, expected: 2 }, { title: 'Depo' })(s)).toMatchObject({
      code: 'VERSION_MISMATCH',
    });
    expect(to('waiting_reply')(s)).toEqual([]);
  });

  it('is known from its events alone', () => {
    const facts = [
      threadOpened({
        ...of,
        name: 'Stok',
        category: 'bug',
        priority: 'low',
        tags: ['a'],
        row: null,
        sender: opener,
        ...said,
      }),
      threadMoved({ projectId, threadId, name: 'Stok', from: 'waiting_reply', to: 'replied' }),
      messageWritten({
        ...of,
        messageId: newId(),
        name: 'Stok',
        sender: opener,
        ...said,
        replyTo: null,
        repliedTo: null,
        status: 'waiting_reply',
      }),
    ];
    expect(
      facts.reduce<ReturnType<typeof thread.evolve>>(thread.evolve, thread.initial),
    ).toMatchObject({ status: 'waiting_reply', category: 'bug', written: 2, version: 3 });
  });
});

describe('a message', () => {
  const named = { ...of, name: 'Stok' };
  const change = (content: string, expected?: number) =>
    changeMessage(named, { ...said, content }, said, expected);

  it('changes as long as it is there, a hundred times, and not to what it says already', () => {
    expect(change('Merhaba')(message.initial)).toEqual([]);
    expect(change('Selam', 1)(message.initial)).toMatchObject([{ type: 'message-changed' }]);
    expect(change('Selam')(after(message, change('Selam')))).toEqual([]);
    expect(change('Merhaba')(after(message, change('Selam')))).toMatchObject([
      { type: 'message-changed' },
    ]);
    expect(change('x', 1)(after(message, change('Selam')))).toMatchObject({
      code: 'VERSION_MISMATCH',
    });
    expect(change('x')({ version: 101, said: undefined, isRemoved: false })).toMatchObject({
      text: { key: 'message-changes-limit' },
    });
    const removed = after(message, removeMessage(named, undefined));
    expect([change('x')(removed), removeMessage(named, undefined)(removed)]).toEqual([
      expect.objectContaining({ code: 'CONFLICT' }),
      [],
    ]);
  });

  it('takes each reaction of one sender once, and up to a limit', () => {
    const toggle = react(named, opener, '🎉', 0);
    expect([
      after(ownReactions, toggle),
      after(ownReactions, toggle, toggle),
      after(ownReactions, toggle, toggle, toggle),
    ]).toEqual([['🎉'], [], ['🎉']]);
    expect(react(named, opener, '🎉', 1_000)([])).toMatchObject({
      text: { key: 'reaction-limit' },
    });
    expect(react(named, opener, '🎉', 1_000)(['🎉'])).toMatchObject([{ type: 'reaction-removed' }]);
  });
});

it('a star is set, taken away, or turned', () => {
  const of = { accountId, threadId, scope: `threads:${projectId}` };
  expect([
    after(star, setStar(of, undefined)),
    after(star, setStar(of, true), setStar(of, true)),
    after(star, setStar(of, true), setStar(of, undefined)),
    setStar(of, false)(false),
  ]).toEqual([true, true, false, []]);
});
