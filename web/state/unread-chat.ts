import { atom } from './jotai.ts';

/** Number of threads with unread messages, shown beside the chat's name. */
export const unreadChatAtom = atom(0);
