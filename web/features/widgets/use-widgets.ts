import { getWidget, listWidgets } from '@hzm/contracts/features/widgets/api';
import { useEffect, useEffectEvent } from 'react';
import { watch } from '../../realtime/socket.ts';
import { useAnswer } from '../../ui/use-answer.ts';

/** Widgets, and the tables that they may show. */
const OF_WIDGETS: ReadonlySet<string> = new Set(['widget', 'table']);

/** Reloads when something of these kinds changes in a project. */
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

/** @param isWanted whether to read them yet */
export function useWidgets(projectId: string, isWanted = true) {
  const asked = useAnswer(listWidgets, isWanted ? { params: { projectId } } : null);
  useChanges(isWanted ? projectId : undefined, OF_WIDGETS, asked.reloadFrom);
  return asked;
}

export function useWidget(widgetId: string) {
  const asked = useAnswer(getWidget, { params: { widgetId } });
  useChanges(asked.data?.widget.project.id, OF_WIDGETS, asked.reloadFrom);
  return asked;
}
