import type { Message, ReactionEmoji } from '@hzm/contracts/features/threads/message';
import { createContext, use } from 'react';

/** What can be done with the messages of an open thread, and by whom. */
export interface MessageActions {
  readonly projectId: string;
  readonly readerId: string;
  /** Whether the reader may write here now. */
  readonly mayWrite: boolean;
  /** Whether they read earlier versions of everybody's messages. */
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

/** What can be done with a message that is drawn in an open thread. */
export function useMessageActions(): MessageActions {
  const actions = use(Context);
  if (actions === null) throw new Error('Messages are drawn in an open thread');
  return actions;
}

/** Whether somebody wrote a message themselves, and not a program. */
export const isOwn = (
  { sender_type, sender_id }: Pick<Message, 'sender_type' | 'sender_id'>,
  readerId: string,
): boolean => sender_type === 'user' && sender_id === readerId;
