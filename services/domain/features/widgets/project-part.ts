import { mirrorId } from '@hzm/services/core/commands/mirror-id';
import { copyingTo, type ProjectPart } from '../../portfolio/project-part.ts';
import { copyChanges, widgetCopies } from './copies.ts';
import { widgets } from './widgets.ts';

const streamOf = (projectId: string): string => `widgets-${projectId}`;

/** Widgets, on the tables of the copy. */
export const widgetsPart: ProjectPart = {
  streamOf,
  async copy(engine, projectId, testId) {
    const copies = await widgetCopies(engine, projectId, id => mirrorId(id, testId));
    return copyingTo(engine, streamOf(testId), widgets, state =>
      copyChanges(testId, state, copies),
    );
  },
};
