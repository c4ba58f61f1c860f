import 'i18next';
import type threads from '../../locales/tr/threads.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    threads: typeof threads;
  }
}
