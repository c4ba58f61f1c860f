import 'i18next';
import type backups from '../../locales/tr/backups.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    backups: typeof backups;
  }
}
