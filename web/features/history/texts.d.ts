import 'i18next';
import type history from '../../locales/tr/history.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    history: typeof history;
  }
}
