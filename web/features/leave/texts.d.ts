import 'i18next';
import type leave from '../../locales/tr/leave.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    leave: typeof leave;
  }
}
