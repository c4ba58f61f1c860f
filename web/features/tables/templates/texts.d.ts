import 'i18next';
import type templates from '../../../locales/tr/templates.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    templates: typeof templates;
  }
}
