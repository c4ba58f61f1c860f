import {
  getCustomEndpoint,
  listCustomEndpoints,
} from '@hzm/contracts/features/custom-endpoints/api';
import { useEffect, useEffectEvent } from 'react';
import { watch } from '../../realtime/socket.ts';
import { useAnswer } from '../../ui/use-answer.ts';

/** Reloads when an endpoint of the project, or a table that it may use, changes. */
function useChanges(projectId: string, reload: () => void): void {
  const again = useEffectEvent(reload);
  useEffect(
    () =>
      watch(`project:${projectId}`, {
        onChanges: ({ changes }) => {
          if (changes.some(({ kind }) => kind === 'custom-endpoint' || kind === 'table')) again();
        },
        onRefetch: () => again(),
      }),
    [projectId],
  );
}

export function useEndpoints(projectId: string) {
  const asked = useAnswer(listCustomEndpoints, { params: { projectId }, query: {} });
  useChanges(projectId, asked.reload);
  return asked;
}

/** @param endpointId null for a new one */
export function useEndpoint(projectId: string, endpointId: string | null) {
  const asked = useAnswer(
    getCustomEndpoint,
    endpointId === null ? null : { params: { endpointId } },
  );
  useChanges(projectId, asked.reload);
  return asked;
}
