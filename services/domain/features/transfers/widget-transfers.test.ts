import { widgetsTransferred } from '@hzm/contracts/features/transfers/events';
import { widgetAdded, widgetRemoved } from '@hzm/contracts/features/widgets/events';
import { expect, it } from 'vitest';
import { widgetObstacles, widgetTransfers, widgetTransfersWith } from './widget-transfers.ts';

const [projectId, transferId] = ['p', 't'];
const content = { name: 'Stok', type: 'table' as const, description: '', settings: null };
const meta = { at: '2026-01-01T00:00:00.000Z', actor: 'ece', request: 'r' };

it('keeps who deleted a widget only for widgets of the asked transfer', () => {
  const told = { testWidgetId: 'x', widgetId: 'w', name: 'Stok', type: 'table' as const };
  const events = [
    widgetAdded({ projectId, widgetId: 'w', ...content, name: 'Eski' }),
    widgetsTransferred({
      projectId,
      transferId,
      testProjectId: 'q',
      isAlone: true,
      events: 1,
      widgets: [{ ...told, state: 'different' }],
    }),
    widgetAdded({ projectId, widgetId: 'w', ...content }),
    widgetAdded({ projectId, widgetId: 'other', ...content }),
    widgetRemoved({ projectId, widgetId: 'w', name: 'Stok' }),
    widgetRemoved({ projectId, widgetId: 'other', name: 'Stok' }),
  ];
  const touchedBy = (decider: typeof widgetTransfers) => {
    const state = events.reduce(
      (s, event) => decider.evolve(s, { ...event, meta }),
      decider.initial,
    );
    return { ids: state.touched.keys(), obstacles: widgetObstacles(state, transferId) };
  };
  expect(touchedBy(widgetTransfers).ids).toEqual([]);
  expect(touchedBy(widgetTransfersWith(transferId))).toMatchObject({
    ids: ['w'],
    obstacles: [{ kind: 'widget-deleted', widgetId: 'w', by: 'ece' }],
  });
});
