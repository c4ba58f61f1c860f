import {
  getCustomEndpoint,
  listCustomEndpoints,
} from '@hzm/contracts/features/custom-endpoints/api';
import { useAnswer } from '../../ui/use-answer.ts';
import { useChanges } from '../../ui/use-changes.ts';

/** Endpoints, and the tables that they may use. */
const OF_ENDPOINTS: ReadonlySet<string> = new Set(['custom-endpoint', 'table']);

export function useEndpoints(projectId: string) {
  const asked = useAnswer(listCustomEndpoints, { params: { projectId }, query: {} });
  useChanges(projectId, OF_ENDPOINTS, asked.reloadFrom);
  return asked;
}

/** @param endpointId null for a new one */
export function useEndpoint(projectId: string, endpointId: string | null) {
  const asked = useAnswer(
    getCustomEndpoint,
    endpointId === null ? null : { params: { endpointId } },
  );
  useChanges(projectId, OF_ENDPOINTS, asked.reloadFrom);
  return asked;
}
