import 'i18next';
import type docs from '../../locales/tr/docs.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    docs: typeof docs;
  }
}
