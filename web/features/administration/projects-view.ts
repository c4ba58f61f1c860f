export const everyProjectSorts = ['newest', 'oldest', 'name'] as const;
type Sort = (typeof everyProjectSorts)[number];
export const isEveryProjectSort = (value: unknown): value is Sort =>
  everyProjectSorts.some(sort => sort === value);

/**
 * What of everybody's projects is looked at, as the address says it. `owner`: only that person's.
 */
export interface EveryProjectView {
  readonly q?: string;
  readonly owner?: string;
  readonly sort?: Sort;
  readonly page?: number;
}
