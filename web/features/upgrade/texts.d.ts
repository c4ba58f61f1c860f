import 'i18next';
import type upgrade from '../../locales/tr/upgrade.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    upgrade: typeof upgrade;
  }
}
