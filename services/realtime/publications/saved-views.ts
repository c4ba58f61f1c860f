import { savedViewDocs } from '@hzm/projections/features/saved-views/saved-views';
import { ofProject } from './publication.ts';

/** The saved views of a project, without names and settings, which one person may keep alone. */
export const savedViews = ofProject(savedViewDocs, 'saved-view', ({ id, tableId }) => ({
  id,
  tableId,
}));
