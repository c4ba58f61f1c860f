import 'i18next';
import type find from '../../locales/tr/find.json';
import type grid from '../../locales/tr/grid.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    find: typeof find;
    grid: typeof grid;
  }
}
