import { fold, sortKey } from '@hzm/contracts/core/turkish';
import type { Project } from '@hzm/contracts/features/projects/project';

/** How a list of projects can be ordered; the first one is how it is when nobody asks. */
export const projectSorts = ['newest', 'name', 'changed'] as const;
export type ProjectSort = typeof projectSorts[number];

export const isProjectSort = (value: unknown): value is ProjectSort => (projectSorts as readonly unknown[]).includes(value);

type Shown = Pick<Project, 'name' | 'description' | 'owner' | 'createdAt' | 'updatedAt'>;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const orders: Readonly<Record<ProjectSort, (a: Shown, b: Shown) => number>> = {
  newest: (a, b) => compare(b.createdAt, a.createdAt),
  name: (a, b) => compare(sortKey(a.name), sortKey(b.name)),
  changed: (a, b) => compare(b.updatedAt, a.updatedAt),
};

/** The projects whose name, description or owner holds a text (ı, i, ş, s and case make no difference), in an order. */
export function arranged<P extends Shown>(projects: readonly P[], text: string, sort: ProjectSort): readonly P[] {
  const wanted = fold(text.trim());
  const order = orders[sort];
  return projects.filter(({ name, description, owner }) => [name, description, owner.name, owner.email].some(part => fold(part).includes(wanted))).toSorted(order);
}
