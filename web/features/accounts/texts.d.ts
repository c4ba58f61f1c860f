import 'i18next';
import type account from '../../locales/tr/account.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    account: typeof account;
  }
}
