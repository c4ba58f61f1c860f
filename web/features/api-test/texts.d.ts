import 'i18next';
import type apiTest from '../../locales/tr/api-test.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'api-test': typeof apiTest;
  }
}
