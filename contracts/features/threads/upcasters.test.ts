import { expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import { messageWritten } from './events.ts';
import { upcasters } from './upcasters.ts';

it('a message of version 1 upcasts without a replied-to person', () => {
  const [projectId, threadId, messageId, replyTo] = [newId(), newId(), newId(), newId()];
  const first = {
    projectId,
    threadId,
    messageId,
    name: 'Çay',
    sender: { type: 'user', id: newId() },
    content: 'Bitti',
    attachments: [],
    mentions: [],
    replyTo,
    status: 'replied',
  };
  expect(messageWritten.schema.safeParse(first).success).toBe(false);
  const now = upcasters
    .filter(({ type }) => type === messageWritten.type)
    .reduce<typeof first>((data, { up }) => up(data) as typeof first, first);
  expect(messageWritten.schema.parse(now)).toEqual({ ...first, repliedTo: null });
});
