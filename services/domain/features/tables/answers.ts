import { memberOf } from '@hzm/contracts/core/json';
import { ordinal } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import type { Context, Engine } from '@hzm/services/core/engine';
import { fieldsOf, tableDoc, tableOf } from '../../access/table.ts';
import { joined, type SchemaChange, type SchemaGuard } from './schema-guard.ts';

/** A table as it is answered to those who change it, with its version. */
export const tableAnswer = async (engine: Engine, tableId: string, projectId?: string) => {
  const doc = await tableDoc(engine, tableId, projectId);
  return { data: { table: tableOf(doc) }, version: ordinal(doc.position) };
};

/** A field as it is answered, with its version. */
export const fieldAnswer = async (engine: Engine, tableId: string, fieldId: string) => {
  const doc = await tableDoc(engine, tableId);
  const field = fieldsOf(doc).find(({ id }) => id === fieldId);
  if (!field) throw new Problem('NOT_FOUND');
  return { data: { field }, version: ordinal(memberOf(doc.fields, fieldId)!.position) };
};

/** @throws the objections of all guards as one, unless the change is forced */
export type Check = (
  context: Context,
  change: SchemaChange,
  force: 'true' | 'false' | undefined,
) => Promise<void>;

export const checkBy =
  (guards: readonly SchemaGuard[]): Check =>
  async ({ engine }, change, force) => {
    if (force === 'true') return;
    const objections: (Problem | undefined)[] = [];
    for (const guard of guards) objections.push(await guard(engine, change));
    const objection = joined(objections);
    if (objection) throw objection;
  };
