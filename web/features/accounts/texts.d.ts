import 'i18next';
import type account from '../../locales/tr/account.json';
import type notificationSettings from '../../locales/tr/notification-settings.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    account: typeof account;
    'notification-settings': typeof notificationSettings;
  }
}
