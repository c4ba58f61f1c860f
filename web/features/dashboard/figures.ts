import type { Project } from '@hzm/contracts/features/projects/project';

/**
 * Those that somebody works with: an administrator may open everybody's. A test environment is
 * shown with its project, where that one is.
 */
export const mine = (projects: readonly Project[]): readonly Project[] =>
  projects.filter(({ isTestEnvironment, role }) => !isTestEnvironment && role !== 'admin');

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
const RECENT = 6;

export const recentOf = (projects: readonly Project[]): readonly Project[] =>
  mine(projects)
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    .slice(0, RECENT);
