import type { Project } from '@hzm/contracts/features/projects/project';

/**
 * Returns the projects that a person works with: without those that only an administrator may open,
 * and without test environments, which are shown with their live project.
 */
export const mine = (projects: readonly Project[]): readonly Project[] =>
  projects.filter(({ isTestEnvironment, role }) => !isTestEnvironment && role !== 'admin');

export interface Totals {
  readonly projects: number;
  readonly tables: number;
  /** Projects with API access. */
  readonly active: number;
}

export const totalsOf = (projects: readonly Project[]): Totals => ({
  projects: projects.length,
  tables: projects.reduce((sum, { tableCount }) => sum + tableCount, 0),
  active: projects.filter(({ settings }) => settings.allowApiAccess).length,
});

const RECENT = 6;

export const recentOf = (projects: readonly Project[]): readonly Project[] =>
  mine(projects)
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    .slice(0, RECENT);
