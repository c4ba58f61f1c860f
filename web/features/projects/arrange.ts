import { fold, sortKey } from '@hzm/contracts/core/turkish';
import type { Project } from '@hzm/contracts/features/projects/project';

/** Orders of a list of projects; the first is the default. */
export const projectSorts = ['newest', 'name', 'changed'] as const;
export type ProjectSort = (typeof projectSorts)[number];

export const isProjectSort = (value: unknown): value is ProjectSort =>
  (projectSorts as readonly unknown[]).includes(value);

type Shown = Pick<
  Project,
  'id' | 'parentProjectId' | 'name' | 'description' | 'owner' | 'createdAt' | 'updatedAt'
>;

/** A project of the list with its test environment. */
export interface Entry<P = Project> {
  readonly project: P;
  readonly test: P | null;
}

/** Groups test environments with their live project, if that is in the list. */
export function entriesOf<P extends Shown>(projects: readonly P[]): readonly Entry<P>[] {
  const ids = new Set(projects.map(({ id }) => id));
  const isBeside = ({ parentProjectId }: P): boolean =>
    parentProjectId !== null && ids.has(parentProjectId);
  const tests = new Map(projects.filter(isBeside).map(test => [test.parentProjectId, test]));
  return projects
    .filter(project => !isBeside(project))
    .map(project => ({ project, test: tests.get(project.id) ?? null }));
}

export const projectsIn = <P>({ project, test }: Entry<P>): readonly P[] =>
  test === null ? [project] : [project, test];

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const lastChange = (entry: Entry<Shown>): string =>
  projectsIn(entry)
    .map(({ updatedAt }) => updatedAt)
    .toSorted(compare)
    .at(-1)!;
const orders: Readonly<Record<ProjectSort, (a: Entry<Shown>, b: Entry<Shown>) => number>> = {
  newest: (a, b) => compare(b.project.createdAt, a.project.createdAt),
  name: (a, b) => compare(sortKey(a.project.name), sortKey(b.project.name)),
  changed: (a, b) => compare(lastChange(b), lastChange(a)),
};

/** Filters entries by name, description or owner (ı, i, ş, s and case are equal) and sorts them. */
export function arranged<P extends Shown>(
  entries: readonly Entry<P>[],
  text: string,
  sort: ProjectSort,
): readonly Entry<P>[] {
  const wanted = fold(text.trim());
  const fits = ({ name, description, owner }: P): boolean =>
    [name, description, owner.name, owner.email].some(part => fold(part).includes(wanted));
  return entries.filter(entry => projectsIn(entry).some(fits)).toSorted(orders[sort]);
}

/** Sections of the list, in order. */
export const sectionKinds = ['grouped', 'tests', 'standard', 'shared', 'others'] as const;
type SectionKind = (typeof sectionKinds)[number];

/**
 * Returns the section of an entry in a person's list: own projects by kind, others by the reason of
 * access.
 */
export function sectionOf(
  { project, test }: Entry<Pick<Project, 'userId' | 'role' | 'isTestEnvironment'>>,
  userId: string,
): SectionKind {
  if (project.userId !== userId) return project.role === 'admin' ? 'others' : 'shared';
  return test !== null ? 'grouped' : project.isTestEnvironment ? 'tests' : 'standard';
}
