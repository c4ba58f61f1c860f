import 'i18next';
import type members from '../../locales/tr/members.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    members: typeof members;
  }
}
