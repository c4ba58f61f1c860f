import { useEffect, useEffectEvent } from 'react';
import { watch } from '../realtime/socket.ts';

/**
 * Reloads when something of these kinds changes in a project. @param reloadFrom takes the position
 * of the change; '' where changes may have been missed
 */
export function useChanges(
  projectId: string | undefined,
  kinds: ReadonlySet<string>,
  reloadFrom: (position: string) => void,
): void {
  const again = useEffectEvent(reloadFrom);
  useEffect(
    () =>
      projectId === undefined
        ? undefined
        : watch(`project:${projectId}`, {
            onChanges: ({ position, changes }) => {
              if (changes.some(({ kind }) => kinds.has(kind))) again(position);
            },
            onRefetch: () => again(''),
          }),
    [projectId, kinds],
  );
}
