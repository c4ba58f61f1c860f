import 'i18next';
import type webhooks from '../../../../locales/tr/webhooks.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    webhooks: typeof webhooks;
  }
}
