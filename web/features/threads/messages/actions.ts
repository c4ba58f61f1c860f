import type { Message, ReactionEmoji } from '@hzm/contracts/features/threads/message';
import { createContext, use } from 'react';

export interface MessageActions {
  readonly projectId: string;
  readonly readerId: string;
  readonly mayWrite: boolean;
  /** Whether the reader may see earlier versions of all messages. */
  readonly mayManage: boolean;
  readonly react: (message: Message, emoji: ReactionEmoji) => void;
  readonly reply: (message: Message) => void;
  readonly edit: (message: Message | null) => void;
  readonly save: (message: Message, content: string) => void;
  readonly remove: (message: Message) => void;
  readonly showVersions: (message: Message | null) => void;
  readonly copyLink: (message: Message) => void;
  readonly jump: (messageId: string) => void;
}

const Context = createContext<MessageActions | null>(null);
export const MessageActionsProvider = Context.Provider;

/** Returns the actions; requires an open thread. */
export function useMessageActions(): MessageActions {
  const actions = use(Context);
  if (actions === null) throw new Error('Messages are drawn in an open thread');
  return actions;
}

/** Whether a person wrote a message themselves, not through a program. */
export const isOwn = (
  { sender_type, sender_id }: Pick<Message, 'sender_type' | 'sender_id'>,
  readerId: string,
): boolean => sender_type === 'user' && sender_id === readerId;
