import 'i18next';
import type administration from '../../locales/tr/administration.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    administration: typeof administration;
  }
}
