import 'i18next';
import type prices from '../../locales/tr/prices.json';
import type upgrade from '../../locales/tr/upgrade.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    prices: typeof prices;
    upgrade: typeof upgrade;
  }
}
