export const everyProjectSorts = ['newest', 'oldest', 'name'] as const;
type Sort = (typeof everyProjectSorts)[number];
export const isEveryProjectSort = (value: unknown): value is Sort =>
  everyProjectSorts.some(sort => sort === value);

/**
 * Filters of the list of all projects in the address. `owner` shows that person's projects only.
 */
export interface EveryProjectView {
  readonly q?: string;
  readonly owner?: string;
  readonly sort?: Sort;
  readonly page?: number;
}
