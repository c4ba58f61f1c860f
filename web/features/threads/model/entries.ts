import { dayOf } from '../../../lib/values/date-text.ts';

/** Members of a message that its grouping needs. */
interface Placed {
  readonly id: string;
  readonly sender_id: string | null;
  readonly sender_type: string;
  readonly created_at: string;
}

/** An entry of the rendered list. `isFirst` starts a group, so it shows the sender. */
export type Entry<Message> =
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'new' }
  | { readonly kind: 'message'; readonly message: Message; readonly isFirst: boolean };

/** Interval within which messages of a sender are grouped, in milliseconds. */
const TOGETHER_MS = 5 * 60 * 1_000;

const isTogether = (before: Placed, message: Placed): boolean =>
  before.sender_type === message.sender_type &&
  message.sender_type !== 'system' &&
  before.sender_id === message.sender_id &&
  Date.parse(message.created_at) - Date.parse(before.created_at) < TOGETHER_MS;

/** Groups messages by day and sender, with a line before the first unread one. */
export function entriesOf<Message extends Placed>(
  messages: readonly Message[],
  firstNew: string | null,
): readonly Entry<Message>[] {
  return messages.flatMap((message, at): readonly Entry<Message>[] => {
    const before = messages[at - 1];
    const day = dayOf(new Date(message.created_at));
    const isNewDay = before === undefined || dayOf(new Date(before.created_at)) !== day;
    const isNew = message.id === firstNew;
    return [
      ...(isNewDay ? [{ kind: 'day', day } as const] : []),
      ...(isNew ? [{ kind: 'new' } as const] : []),
      { kind: 'message', message, isFirst: isNewDay || isNew || !isTogether(before, message) },
    ];
  });
}
