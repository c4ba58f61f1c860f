import 'i18next';
import type transfer from '../../locales/tr/transfer.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    transfer: typeof transfer;
  }
}
