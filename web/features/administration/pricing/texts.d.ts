import 'i18next';
import type pricing from '../../../locales/tr/pricing.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    pricing: typeof pricing;
  }
}
