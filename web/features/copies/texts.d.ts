import 'i18next';
import type copies from '../../locales/tr/copies.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    copies: typeof copies;
  }
}
