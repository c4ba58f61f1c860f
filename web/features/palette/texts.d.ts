import 'i18next';
import type palette from '../../locales/tr/palette.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    palette: typeof palette;
  }
}
