import { customEndpointDocs } from '@hzm/projections/features/custom-endpoints/custom-endpoints';
import { ofProject } from './publication.ts';

/** The endpoints of a project, without their definitions. */
export const customEndpoints = ofProject(
  customEndpointDocs,
  'custom-endpoint',
  ({ id, projectId, requestId, name, current, isOn }) => ({
    id,
    projectId,
    requestId,
    name,
    version: current,
    isOn,
  }),
);
