import { Problem } from '@hzm/contracts/core/problem';
import { summarizeRows } from '@hzm/contracts/features/rows/summary-api';
import type { Field } from '@hzm/contracts/features/tables/table';
import { askerOf, handle } from '@hzm/services/core/engine';
import { shownFields } from '../../access/shown-fields.ts';
import { tableDoc } from '../../access/table.ts';
import { valueClock } from '../tables/value-clock.ts';
import { areKeyedById, fieldsGone, goneAt, keyedFields } from './field-key.ts';
import { listQueryOf } from './json-query.ts';
import { checkSummary, summed, Summing } from './summary.ts';
import { viewedFind } from './viewed.ts';

/** @throws Problem VALIDATION_ERROR, CONFLICT for a field that the caller is not shown */
function named(fields: readonly Field[], name: string, path: string): Field {
  const field = fields.find(one => one.name === name || one.name === name.normalize('NFC'));
  if (field) return field;
  throw areKeyedById(fields)
    ? fieldsGone([goneAt(path)])
    : new Problem('VALIDATION_ERROR', { details: [{ path, message: { key: 'field-unknown' } }] });
}

export const summaryHandlers = [
  handle(summarizeRows, async (context, { params, query, body }) => {
    const { engine } = context;
    const table = await tableDoc(engine, params.tableId, params.projectId);
    const fields = keyedFields(await shownFields(context, table), query.fieldKey);
    const clock = await valueClock(engine, table.projectId);
    const { values, group, ...conditions } = body;
    const columns = values.map(({ field, compute }, i) => ({
      field: named(fields, field, `values.${i}.field`),
      compute,
    }));
    const grouping = group && {
      field: named(fields, group.field, 'group.field'),
      by: group.by ?? 'day',
    };
    checkSummary(columns, grouping);
    const asked = listQueryOf({
      params,
      query,
      body: { ...conditions, page: 1, limit: 1, count: 'none', order: ['asc'] },
    });
    const {
      members: _members,
      skip: _skip,
      cursor: _cursor,
      count: _count,
      sort: _sort,
      ...find
    } = await viewedFind(context, table.id, fields, asked, { ...askerOf(context), clock });
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
