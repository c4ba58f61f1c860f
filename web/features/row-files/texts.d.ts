import 'i18next';
import type rowFiles from '../../locales/tr/row-files.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'row-files': typeof rowFiles;
  }
}
