import { memberOf } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import type { FitValue } from '@hzm/contracts/features/rows/fit';
import * as api from '@hzm/contracts/features/rows/target-api';
import type { Field } from '@hzm/contracts/features/tables/table';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { askerOf, handle, type Context } from '@hzm/services/core/engine';
import { relatedFields, targetIds } from '../../access/related-rows.ts';
import { labelFieldOf, labelOf } from '../../access/row-labels.ts';
import { shownFields } from '../../access/shown-fields.ts';
import { fieldsOf, tableDoc } from '../../access/table.ts';
import { relationshipsTo } from '../tables/relationships-to.ts';
import { brief, looking, nameOf, throughRows } from '../tables/through-rows.ts';
import { valueClock } from '../tables/value-clock.ts';
import { contained, sortBy } from './choice-query.ts';
import { MAX_PAGE_BYTES } from './labels.ts';
import { pointingField } from './pointing.ts';
import { rowDoc } from './snapshot.ts';
import { naming, presentRows } from './targets.ts';
import { isTargetShaped } from './validate.ts';

const MAX_RELATIONSHIPS = 100;
const MAX_COUNTED = 1_000;
const MAX_NAMED_ROWS = 3;
/** Maximum targets that are looked up at once, before a relationship is there. */
const MAX_TARGETS = 20_000;

interface Fit {
  readonly rowId: string;
  readonly name: string;
  readonly value: FitValue;
  readonly ids: readonly string[];
  readonly isShaped: boolean;
}

/** Reads the values of a field, as far as one request looks. */
async function valuesOf(context: Context, tableId: string, field: Field) {
  const { engine, source, pause } = context;
  const fields = fieldsOf(await tableDoc(engine, tableId));
  const found: Fit[] = [];
  let targets = 0;
  const looked = await engine.lists.run(source, () =>
    throughRows(
      engine,
      tableId,
      looking(source.account),
      row => {
        const value = memberOf(row.values, field.id) ?? null;
        if (value === null || value === '') return true;
        const isShaped = isTargetShaped(field, value);
        const ids = isShaped ? targetIds(value) : [];
        targets += ids.length;
        if (targets > MAX_TARGETS) return false;
        found.push({
          rowId: row.id,
          name: nameOf(fields, row),
          value: brief(value),
          ids,
          isShaped,
        });
        return true;
      },
      pause,
    ),
  );
  return { found, looked };
}

export const targetHandlers = [
  handle(api.listCandidates, async (context, { params: { tableId, fieldId }, query }) => {
    const { engine } = context;
    const shown = await shownFields(context, await tableDoc(engine, tableId));
    const related = relatedFields(shown).find(({ field }) => field.id === fieldId);
    if (!related) throw new Problem('NOT_FOUND');
    const { targetTableId, targetFieldId } = related.relationship;
    const target = await engine.model.get(tableDocs, targetTableId);
    if (!target) return { data: { candidates: [], labelField: null } };
    const label = labelFieldOf(await shownFields(context, target), targetFieldId);
    const where =
      query.q && label
        ? contained(label, query.q, await valueClock(engine, target.projectId))
        : undefined;
    const { docs } = await engine.lists.run(context.source, () =>
      engine.model.find({
        collection: rowDocs,
        partition: target.id,
        ...(query.ids !== undefined && { ids: query.ids.split(',') }),
        ...(where && { where }),
        ...(label && { sort: { by: sortBy(label) } }),
        limit: query.limit,
        bytes: { most: MAX_PAGE_BYTES },
        ...askerOf(context),
      }),
    );
    return {
      data: {
        candidates: docs.map(doc => ({
          id: doc.id,
          label: label ? labelOf(label, doc) : '',
        })),
        labelField: label ? { id: label.id, name: label.name } : null,
      },
    };
  }),

  handle(api.listPointing, async (context, { params: { tableId, rowId } }) => {
    const { engine, source } = context;
    if (!(await rowDoc(engine, (await tableDoc(engine, tableId)).id, rowId)))
      throw new Problem('NOT_FOUND');
    const pointing = [];
    for (const doc of await relationshipsTo(engine, tableId)) {
      const field = await pointingField(context, doc);
      if (!field) continue;
      if (pointing.length >= MAX_RELATIONSHIPS) break;
      const { total = 0 } = await engine.lists.run(source, () =>
        engine.model.find({
          collection: rowDocs,
          partition: doc.tableId,
          where: [naming(doc.id, doc, [rowId])],
          limit: 1,
          bytes: { most: 1 },
          count: { upTo: MAX_COUNTED },
          ...askerOf(context),
        }),
      );
      pointing.push({ ...field, count: total, cascadeDelete: doc.cascadeDelete });
    }
    return { data: { pointing } };
  }),

  handle(api.relationshipFit, async (context, { params: { tableId, fieldId }, query }) => {
    const { engine } = context;
    const table = await tableDoc(engine, tableId);
    const field = fieldsOf(table).find(({ id }) => id === fieldId);
    if (!field) throw new Problem('NOT_FOUND');
    const { targetTableId, relationshipType } = query;
    await tableDoc(engine, targetTableId, table.projectId);
    const asked = {
      ...field,
      relationships: [
        {
          id: fieldId,
          sourceFieldId: fieldId,
          targetTableId,
          targetFieldId: fieldId,
          relationshipType,
          cascadeDelete: false,
          createdAt: table.createdAt,
        },
      ],
    };
    const { found, looked } = await valuesOf(context, tableId, asked);
    const ids = [...new Set(found.flatMap(one => one.ids))];
    const reader = { model: engine.model, by: context.source.account };
    const present = await engine.lists.run(context.source, () =>
      presentRows(reader, targetTableId, ids),
    );
    const taken = new Set<string>();
    const unfit = found.flatMap(({ ids: named, isShaped, rowId, name, value }) => {
      const isMissing = !named.every(id => present.has(id));
      const isTaken = relationshipType === 'one-to-one' && named.some(id => taken.has(id));
      for (const id of named) taken.add(id);
      if (isShaped && !isMissing && !isTaken) return [];
      const reason = !isShaped ? 'shape' : isMissing ? 'missing' : 'taken';
      return [{ rowId, name, value, reason } as const];
    });
    return {
      data: {
        fit: { ...looked, unfit: unfit.length, first: unfit.slice(0, MAX_NAMED_ROWS) },
      },
    };
  }),
];
