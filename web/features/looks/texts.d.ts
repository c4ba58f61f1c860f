import 'i18next';
import type looks from '../../locales/tr/looks.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    looks: typeof looks;
  }
}
