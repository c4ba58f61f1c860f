import 'i18next';
import type common from '../locales/tr/common.json';
import type dashboard from '../locales/tr/dashboard.json';
import type forms from '../locales/tr/forms.json';
import type homepage from '../locales/tr/homepage.json';
import type inProject from '../locales/tr/in-project.json';
import type prices from '../locales/tr/prices.json';
import type projects from '../locales/tr/projects.json';
import type tables from '../locales/tr/tables.json';
import type translation from '../locales/tr/translation.json';

/**
 * Types of all text keys, so that a missing one does not compile. A feature may declare its
 * namespace beside its screens.
 */
declare module 'i18next' {
  interface ResourceNamespaceMap {
    common: typeof common;
    dashboard: typeof dashboard;
    forms: typeof forms;
    homepage: typeof homepage;
    'in-project': typeof inProject;
    prices: typeof prices;
    projects: typeof projects;
    tables: typeof tables;
    translation: typeof translation;
  }
  interface CustomTypeOptions {
    defaultNS: 'common';
  }
}
