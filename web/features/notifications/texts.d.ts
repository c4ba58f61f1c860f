import 'i18next';
import type notifications from '../../locales/tr/notifications.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    notifications: typeof notifications;
  }
}
