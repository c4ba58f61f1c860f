import type { ProjectDoc } from '@hzm/projections/features/projects/projects';

/** The project whose people may open this one: a test environment has those of its live project. */
export const peopleProjectOf = ({
  id,
  parentProjectId,
}: Pick<ProjectDoc, 'id' | 'parentProjectId'>): string => parentProjectId ?? id;
