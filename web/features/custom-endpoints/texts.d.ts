import 'i18next';
import type endpoints from '../../locales/tr/endpoints.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    endpoints: typeof endpoints;
  }
}
