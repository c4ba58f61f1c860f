import { summarizeRows } from '@hzm/contracts/features/rows/summary-api';
import { handle } from '@hzm/services/core/engine';
import { withPeople } from '../../access/people-as-options.ts';
import { shownFields } from '../../access/shown-fields.ts';
import { tableDoc } from '../../access/table.ts';
import { valueClock } from '../tables/value-clock.ts';
import { keyedFields } from './field-key.ts';
import { askingOf, fieldNamed } from './query.ts';
import { checkSummary, summed, Summing } from './summary.ts';
import { wholeFind } from './viewed.ts';

export const summaryHandlers = [
  handle(summarizeRows, async (context, { params, query, body }) => {
    const { engine } = context;
    const table = await tableDoc(engine, params.tableId, params.projectId);
    const shown = await shownFields(context, table);
    const peopled = await withPeople(context, table.projectId, shown, 'read');
    const fields = keyedFields(peopled, query.fieldKey);
    const clock = await valueClock(engine, table.projectId);
    const { values, group, ...conditions } = body;
    const columns = values.map(({ field, compute }, i) => ({
      field: fieldNamed(fields, field, `values.${i}.field`),
      compute,
    }));
    const grouping = group && {
      field: fieldNamed(fields, group.field, 'group.field'),
      by: group.by ?? 'day',
    };
    checkSummary(columns, grouping);
    const asked = { params, query, body: { ...conditions, order: ['asc' as const] } };
    const asking = askingOf(context, clock);
    const { sort: _, ...find } = await wholeFind(context, table.id, fields, asked, asking);
    const {
      rows,
      values: figures,
      groups,
    } = await summed(context, find, new Summing(columns, grouping, clock.timeZone));
    return {
      data: {
        summary: {
          rows,
          values: [...figures],
          ...(groups && {
            groups: groups.map(({ id: _id, ...of }) => ({ ...of, values: [...of.values] })),
          }),
        },
      },
    };
  }),
];
