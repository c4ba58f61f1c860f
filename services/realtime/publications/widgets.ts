import { widgetDocs } from '@hzm/projections/features/widgets/widgets';
import { ofProject } from './publication.ts';

/** The widgets of a project, without their settings. */
export const widgets = ofProject(
  widgetDocs,
  'widget',
  ({ id, projectId, name, type, description }) => ({ id, projectId, name, type, description }),
);
