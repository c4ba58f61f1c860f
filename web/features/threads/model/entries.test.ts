import { describe, expect, it } from 'vitest';
import { entriesOf } from './entries.ts';

const message = (id: string, minute: number, sender = 'ayşe', type = 'user', day = 1) => ({
  id,
  sender_id: sender,
  sender_type: type,
  created_at: new Date(2026, 10, day, 12, minute).toISOString(),
});
const drawn = (
  messages: readonly ReturnType<typeof message>[],
  firstNew: string | null = null,
): string =>
  entriesOf(messages, firstNew)
    .map(entry =>
      entry.kind === 'day'
        ? `[${entry.day}]`
        : entry.kind === 'new'
          ? '|'
          : entry.isFirst
            ? ` ${entry.message.id}`
            : entry.message.id,
    )
    .join('');

describe('entries of a thread', () => {
  it('group messages that their sender wrote shortly after each other', () => {
    expect(
      drawn([
        message('a', 0),
        message('b', 1),
        message('c', 5),
        message('d', 11),
        message('e', 12, 'can'),
        message('f', 12, 'ayşe'),
      ]),
    ).toBe('[2026-11-01] abc d e f');
  });

  it('separate messages by day, at the first unread one, and from system messages', () => {
    expect(drawn([message('a', 0), message('b', 1, 'ayşe', 'user', 2)])).toBe(
      '[2026-11-01] a[2026-11-02] b',
    );
    expect(drawn([message('a', 0), message('b', 1)], 'b')).toBe('[2026-11-01] a| b');
    expect(
      drawn([
        message('a', 0, 'ayşe', 'system'),
        message('b', 0, 'ayşe', 'system'),
        message('c', 0, 'ayşe', 'ai'),
      ]),
    ).toBe('[2026-11-01] a b c');
    expect(drawn([])).toBe('');
  });
});
