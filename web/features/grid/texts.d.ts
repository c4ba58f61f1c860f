import 'i18next';
import type grid from '../../locales/tr/grid.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    grid: typeof grid;
  }
}
