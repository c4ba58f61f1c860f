import 'i18next';
import type administration from '../../locales/tr/administration.json';
import type overview from '../../locales/tr/overview.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    administration: typeof administration;
    overview: typeof overview;
  }
}
