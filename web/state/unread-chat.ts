import { atom } from './jotai.ts';

/** How many threads hold something unread: beside the chat's name, wherever that stands. */
export const unreadChatAtom = atom(0);
