/** Tabs of a project's page, by their names in the address. */
const projectTabs = ['tables', 'members', 'api', 'settings'] as const;
export type ProjectTab = (typeof projectTabs)[number];

export const isProjectTab = (value: unknown): value is ProjectTab =>
  (projectTabs as readonly unknown[]).includes(value);
