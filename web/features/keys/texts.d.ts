import 'i18next';
import type keys from '../../locales/tr/keys.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    keys: typeof keys;
  }
}
