import { nameKey } from '@hzm/contracts/core/name';
import { FieldName, TableName } from '@hzm/contracts/features/tables/table';
import type { Rule } from '../../ui/rule-texts.ts';

const taken = (name: string, others: readonly string[]): boolean => {
  const wanted = nameKey(name);
  return others.some(other => nameKey(other) === wanted);
};

/** Returns the problem of a table's name; `others` are the project's other tables. */
export const tableNameProblem = (name: string, others: readonly string[]): Rule | undefined =>
  (TableName.safeParse(name).error?.issues[0]?.message as Rule | undefined) ??
  (taken(name, others) ? 'table-name-taken' : undefined);

/** Returns the problem of a field's name; `others` are the table's other fields. */
export const fieldNameProblem = (name: string, others: readonly string[]): Rule | undefined =>
  (FieldName.safeParse(name).error?.issues[0]?.message as Rule | undefined) ??
  (taken(name, others) ? 'field-name-taken' : undefined);
