import { copyingTo, type ProjectPart } from '../../portfolio/project-part.ts';
import { mirrored, schemaChanges } from './schema-changes.ts';
import { schema } from './schema.ts';

const streamOf = (projectId: string): string => `schema-${projectId}`;

/** Tables and fields, without rows. */
export const tablesPart: ProjectPart = {
  streamOf,
  async copy(engine, projectId, testId) {
    const wanted = mirrored(await engine.executor.load(streamOf(projectId), schema), testId);
    return copyingTo(engine, streamOf(testId), schema, state =>
      schemaChanges(testId, state, wanted),
    );
  },
};
