import { part } from '../../../ui/part.ts';

/** The settings of a project, which load when its menu opens. */
export const SettingsPart = part(async () => (await import('./SettingsTabs.tsx')).SettingsTabs);
