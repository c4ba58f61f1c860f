import 'i18next';
import type math from '../../locales/tr/math.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    math: typeof math;
  }
}
