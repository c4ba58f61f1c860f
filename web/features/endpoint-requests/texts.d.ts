import 'i18next';
import type requests from '../../locales/tr/requests.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    requests: typeof requests;
  }
}
