import { getWidget, listWidgets } from '@hzm/contracts/features/widgets/api';
import { useEffect, useEffectEvent } from 'react';
import { watch } from '../../realtime/socket.ts';
import { useAnswer } from '../../ui/use-answer.ts';

/** Reloads when a widget of the project, or a table that it may show, changes. */
function useChanges(projectId: string | undefined, reloadFrom: (position: string) => void): void {
  const again = useEffectEvent(reloadFrom);
  useEffect(
    () =>
      projectId === undefined
        ? undefined
        : watch(`project:${projectId}`, {
            onChanges: ({ position, changes }) => {
              if (changes.some(({ kind }) => kind === 'widget' || kind === 'table'))
                again(position);
            },
            onRefetch: () => again(''),
          }),
    [projectId],
  );
}

export function useWidgets(projectId: string) {
  const asked = useAnswer(listWidgets, { params: { projectId } });
  useChanges(projectId, asked.reloadFrom);
  return asked;
}

export function useWidget(widgetId: string) {
  const asked = useAnswer(getWidget, { params: { widgetId } });
  useChanges(asked.data?.widget.project.id, asked.reloadFrom);
  return asked;
}
