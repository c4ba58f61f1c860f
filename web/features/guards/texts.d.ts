import 'i18next';
import type guards from '../../locales/tr/guards.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    guards: typeof guards;
  }
}
