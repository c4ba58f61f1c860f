import 'i18next';
import type unknownAddress from '../../locales/tr/unknown-address.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'unknown-address': typeof unknownAddress;
  }
}
