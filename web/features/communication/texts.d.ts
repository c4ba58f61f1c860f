import 'i18next';
import type communication from '../../locales/tr/communication.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    communication: typeof communication;
  }
}
