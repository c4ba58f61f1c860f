import 'i18next';
import type status from '../../locales/tr/status.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    status: typeof status;
  }
}
