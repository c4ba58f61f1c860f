import 'i18next';
import type portable from '../../locales/tr/portable.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    portable: typeof portable;
  }
}
