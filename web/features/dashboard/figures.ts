import type { Project } from '@hzm/contracts/features/projects/project';

export interface Totals {
  readonly projects: number;
  readonly tables: number;
  /** Whose data can be reached over the API. */
  readonly active: number;
}

export const totalsOf = (projects: readonly Project[]): Totals => ({
  projects: projects.length,
  tables: projects.reduce((sum, { tableCount }) => sum + tableCount, 0),
  active: projects.filter(({ settings }) => settings.allowApiAccess).length,
});

/** How many are shown. */
export const RECENT = 6;

export const recentOf = (projects: readonly Project[]): readonly Project[] =>
  projects.filter(({ isTestEnvironment }) => !isTestEnvironment).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, RECENT);
