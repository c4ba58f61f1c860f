import type { AnswerOf } from '@hzm/contracts/core/call';
import { type Json, memberOf } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/rows/api';
import type { RowDoc } from '@hzm/projections/features/rows/rows';
import { handle } from '@hzm/services/core/engine';
import { fieldsOf, tableDoc } from '../../access/table.ts';
import { validationOf } from '../tables/options.ts';
import { PatternWork } from '../tables/pattern.ts';
import { checkRules } from '../tables/rules.ts';
import { brief, looking, nameOf, throughRows } from '../tables/through-rows.ts';
import { valueClock } from '../tables/value-clock.ts';
import { isExhausted, reasonOf, unfitness } from './validate.ts';

const MAX_NAMED_ROWS = 3;

type First = AnswerOf<typeof api.ruleFit>['fit']['first'];

/** Looks through the rows of a table for values that would break other rules of their field. */
export const ruleFitHandlers = [
  handle(api.ruleFit, async ({ engine, source, pause }, { params, body }) => {
    const table = await tableDoc(engine, params.tableId);
    const fields = fieldsOf(table);
    const now = fields.find(({ id }) => id === params.fieldId);
    if (!now) throw new Problem('NOT_FOUND');
    const { validation = now.validation, required = now.required } = body;
    const field = { ...now, required, validation: validationOf(validation) };
    checkRules(field.type, field.validation);
    const clock = await valueClock(engine, table.projectId);
    const work = new PatternWork();
    const first: First = [];
    let unfit = 0;
    const look = (row: RowDoc): boolean => {
      const value: Json = memberOf(row.values, field.id) ?? null;
      const problem = unfitness(field, value, clock, work);
      if (!problem) return true;
      if (isExhausted(problem)) return false;
      unfit += 1;
      if (first.length < MAX_NAMED_ROWS)
        first.push({
          rowId: row.id,
          name: nameOf(fields, row),
          value: brief(value),
          reason: reasonOf(problem),
        });
      return true;
    };
    const looked = await engine.lists.run(source, () =>
      throughRows(engine, table.id, looking(source.account), look, pause),
    );
    return { data: { fit: { ...looked, unfit, first } } };
  }),
];
