import 'i18next';
import type account from '../../locales/tr/account.json';
import type alerts from '../../locales/tr/alerts.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    account: typeof account;
    alerts: typeof alerts;
  }
}
