import 'i18next';
import type monitoring from '../../locales/tr/monitoring.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    monitoring: typeof monitoring;
  }
}
