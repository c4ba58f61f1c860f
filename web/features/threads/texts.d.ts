import 'i18next';
import type chat from '../../locales/tr/chat.json';
import type threads from '../../locales/tr/threads.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    chat: typeof chat;
    threads: typeof threads;
  }
}
