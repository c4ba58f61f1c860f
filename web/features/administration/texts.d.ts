import 'i18next';
import type activity from '../../locales/tr/activity.json';
import type administration from '../../locales/tr/administration.json';
import type overview from '../../locales/tr/overview.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    activity: typeof activity;
    administration: typeof administration;
    overview: typeof overview;
  }
}
