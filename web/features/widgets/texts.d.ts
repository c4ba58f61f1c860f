import 'i18next';
import type widgets from '../../locales/tr/widgets.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    widgets: typeof widgets;
  }
}
