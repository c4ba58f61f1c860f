import { part } from '../../../ui/part.ts';

/** The settings of a project, which the list of projects does not load before they are near. */
export const SettingsPart = part(async () => (await import('./SettingsTabs.tsx')).SettingsTabs);
