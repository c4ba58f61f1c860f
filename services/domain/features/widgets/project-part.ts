import { MAX_WIDGETS, WidgetInFile, WidgetName } from '@hzm/contracts/features/widgets/widget';
import { mirrorId } from '@hzm/services/core/commands/mirror-id';
import { copyingTo, type FilePart, type ProjectPart } from '../../portfolio/project-part.ts';
import { copyChanges, widgetCopies, withOtherIds } from './copies.ts';
import { widgetsOf } from './view.ts';
import { addWidget, widgets } from './widgets.ts';

const streamOf = (projectId: string): string => `widgets-${projectId}`;

const file: FilePart = {
  kind: 'widget',
  limit: MAX_WIDGETS,
  async *entries(engine, projectId) {
    for (const { id, name, type, description, settings, createdAt } of await widgetsOf(
      engine,
      projectId,
    ))
      yield { createdAt, entry: { id, name, type, description, settings } };
  },
  read(entry) {
    const [name, content] = [WidgetName.safeParse(entry['name']), WidgetInFile.safeParse(entry)];
    if (!name.success) return 'name';
    if (!content.success) return 'shape';
    return idOf => {
      const { settings } = content.data;
      const own = settings && withOtherIds(settings, idOf);
      if (own === undefined) return undefined;
      return ({ engine, request, projectId, id }) =>
        engine.executor.execute(request, {
          stream: streamOf(projectId),
          about: { projectId },
          decider: widgets,
          decide: addWidget(
            { projectId, widgetId: id },
            { name: name.data, ...content.data, settings: own },
          ),
        });
    };
  },
};

/** Widgets, on the tables of the copy. */
export const widgetsPart: ProjectPart = {
  streamOf,
  file,
  async copy(engine, projectId, testId) {
    const copies = await widgetCopies(engine, projectId, id => mirrorId(id, testId));
    return copyingTo(engine, streamOf(testId), widgets, state =>
      copyChanges(testId, state, copies),
    );
  },
};
