import { useEffect } from 'react';
import { store } from '../../../state/jotai.ts';
import { unreadChatAtom } from '../../../state/unread-chat.ts';
import { useChat } from './chat.live.ts';

/** Maintains the count beside the chat's name; renders nothing. */
export function ChatCount() {
  const unread = useChat().data?.unread ?? 0;
  useEffect(() => store.set(unreadChatAtom, unread), [unread]);
  useEffect(() => () => store.set(unreadChatAtom, 0), []);
  return null;
}
