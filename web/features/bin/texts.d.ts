import 'i18next';
import type bin from '../../locales/tr/bin.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    bin: typeof bin;
  }
}
