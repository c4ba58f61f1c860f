import { fold, sortKey } from '@hzm/contracts/core/turkish';
import type { Project } from '@hzm/contracts/features/projects/project';

/** How a list of projects can be ordered; the first one is how it is when nobody asks. */
export const projectSorts = ['newest', 'name', 'changed'] as const;
export type ProjectSort = (typeof projectSorts)[number];

export const isProjectSort = (value: unknown): value is ProjectSort =>
  (projectSorts as readonly unknown[]).includes(value);

type Shown = Pick<
  Project,
  'id' | 'parentProjectId' | 'name' | 'description' | 'owner' | 'createdAt' | 'updatedAt'
>;

/** A project of the list, with its test environment beside it. */
export interface Entry<P = Project> {
  readonly project: P;
  readonly test: P | null;
}

/**
 * The projects of a list, each test environment beside its live project where that one is in the
 * list, too.
 */
export function entriesOf<P extends Shown>(projects: readonly P[]): readonly Entry<P>[] {
  const ids = new Set(projects.map(({ id }) => id));
  const isBeside = ({ parentProjectId }: P): boolean =>
    parentProjectId !== null && ids.has(parentProjectId);
  const tests = new Map(projects.filter(isBeside).map(test => [test.parentProjectId, test]));
  return projects
    .filter(project => !isBeside(project))
    .map(project => ({ project, test: tests.get(project.id) ?? null }));
}

/** The projects that an entry shows. */
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

/**
 * The entries of which a project's name, description or owner holds a text (ı, i, ş, s and case
 * make no difference), in an order.
 */
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

/** The parts of the list, in their order. */
export const sectionKinds = ['grouped', 'tests', 'standard', 'shared', 'others'] as const;
type SectionKind = (typeof sectionKinds)[number];

/**
 * The part of somebody's list that an entry stands in: their own by what they are, the others by
 * why they are there.
 */
export function sectionOf(
  { project, test }: Entry<Pick<Project, 'userId' | 'role' | 'isTestEnvironment'>>,
  userId: string,
): SectionKind {
  if (project.userId !== userId) return project.role === 'admin' ? 'others' : 'shared';
  return test !== null ? 'grouped' : project.isTestEnvironment ? 'tests' : 'standard';
}
