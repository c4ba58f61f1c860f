import { getWidget, listWidgets } from '@hzm/contracts/features/widgets/api';
import { useAnswer } from '../../ui/use-answer.ts';
import { useChanges } from '../../ui/use-changes.ts';

/** Widgets, and the tables that they may show. */
const OF_WIDGETS: ReadonlySet<string> = new Set(['widget', 'table']);

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
