import type { Event } from '@hzm/contracts/core/event';
import { positionOf } from '@hzm/contracts/core/position';
import { widgetChanged } from '@hzm/contracts/features/widgets/events';
import { put } from '@hzm/projections/core/changes';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import { widgetDocs } from '@hzm/projections/features/widgets/widgets';
import { expect, it } from 'vitest';
import { weigh } from '../../core/ports/byte-budget.ts';
import { entryOf } from '../buffered-event.ts';
import { topicName } from './topic.ts';
import { widget } from './widget.ts';

const eventOf = (type: string, data: object) =>
  ({ type, version: 1, data, position: positionOf(1) }) as unknown as Event;
const rows = { type: 'table', tableId: 't', filters: [], sort: [], limit: 100 };
const settings = {
  ...rows,
  fields: [{ field: 'f', name: 'f', label: { tableId: 'named', field: 'g' } }],
};
const changed = (widgetId: string) =>
  entryOf(eventOf(widgetChanged.type, { projectId: 'p', widgetId, settings }), [
    put(widgetDocs, { id: widgetId, projectId: 'p' } as never),
  ]).coalesced;
const row = (tableId = 't') =>
  entryOf(eventOf('row-added', { projectId: 'p', tableId }), [
    put(rowDocs, { id: 'r', tableId } as never, { partition: tableId }),
  ]);

it('a row concerns the widgets of its table while they are watched, and no others', () => {
  const release = widget.retain!('watched');
  const again = widget.retain!('watched');
  expect(changed('watched')).toEqual([topicName('widget', 'watched')]);
  for (let i = 0; i < 100; i++) expect(changed(`changed and gone ${i}`)).toEqual([]);
  expect(row().coalesced).toEqual([topicName('widget', 'watched')]);
  release();
  expect(row().coalesced).toEqual([topicName('widget', 'watched')]);
  again();
  expect(row().coalesced).toEqual([]);
});

it('a row concerns the widgets that name it in the place of its id', () => {
  const release = widget.retain!('watched');
  changed('watched');
  expect(row('named').coalesced).toEqual([topicName('widget', 'watched')]);
  release();
  expect(row('named').coalesced).toEqual([]);
});

it('the replay buffer has no keys of widgets, and counts the others', () => {
  const release = widget.retain!('watched');
  changed('watched');
  const { keys, weight, event } = row();
  release();
  expect(keys).toEqual([topicName('table', 't')]);
  expect(weight).toBeGreaterThanOrEqual(2 * weigh(event.data) + 600);
});
