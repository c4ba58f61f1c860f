import { personalLinkDocs } from '@hzm/projections/features/widgets/personal-links';
import { ofProject } from './publication.ts';

/** The personal links of a project, without their rows: not everybody who watches may list them. */
export const personalLinks = ofProject(personalLinkDocs, 'personal-link', ({ id, widgetId }) => ({
  id,
  widgetId,
}));
