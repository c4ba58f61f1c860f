import { nameKey } from '@hzm/contracts/core/name';
import { Problem, type ProblemDetail } from '@hzm/contracts/core/problem';
import type { NewTable } from '@hzm/contracts/features/tables/new-table';
import { createTables } from '@hzm/contracts/features/tables/whole-tables-api';
import type { Decision } from '@hzm/services/core/commands/decider';
import { handle } from '@hzm/services/core/engine';
import { accountDoc } from '../../access/account.ts';
import { projectDoc } from '../../access/project.ts';
import { decided } from '../../past/decided.ts';
import { tableAnswer } from './answers.ts';
import { validationOf } from './options.ts';
import { addRelationship } from './relationships.ts';
import { ruleProblems } from './rules.ts';
import { addField, createTable, schema, type Schema } from './schema.ts';
import { together } from './together.ts';

type NewField = NewTable['fields'][number];

/** A field that is to be added, under the id that it gets. */
interface PlannedField {
  readonly id: string;
  readonly given: NewField;
  readonly shape: Parameters<typeof addField>[1];
  /** Its place in the body, for problems. */
  readonly path: string;
}

interface PlannedTable {
  readonly id: string;
  readonly name: string;
  readonly fields: readonly PlannedField[];
}

const plannedField = (id: string, given: NewField, path: string): PlannedField => {
  const { relatesTo: _, ...rest } = given;
  return {
    id,
    given,
    path,
    shape: { ...rest, validation: validationOf(given.validation), isHidden: false },
  };
};

const isNamed = (name: string) => (one: { readonly name: string }) =>
  nameKey(one.name) === nameKey(name);

interface Target {
  readonly targetTableId: string;
  readonly targetFieldId: string;
}

/** Returns the table and field that a field relates to, or what is wrong with its names. */
function targetOf(
  tables: readonly PlannedTable[],
  { given: { relatesTo }, path }: PlannedField,
): Target | ProblemDetail | undefined {
  if (!relatesTo) return undefined;
  const table = tables.find(isNamed(relatesTo.table));
  if (!table)
    return { path: `${path}.relatesTo.table`, message: { key: 'relationship-target-unknown' } };
  const field = table.fields.find(({ shape }) => isNamed(relatesTo.field)(shape));
  return field
    ? { targetTableId: table.id, targetFieldId: field.id }
    : { path: `${path}.relatesTo.field`, message: { key: 'relationship-field-unknown' } };
}

/** @throws Problem VALIDATION_ERROR for rules that do not fit, and targets that are not there */
function checkPlan(tables: readonly PlannedTable[]): void {
  const details = tables.flatMap(({ fields }) =>
    fields.flatMap(field => {
      const target = targetOf(tables, field);
      return [
        ...ruleProblems(field.shape.type, field.shape.validation).map(problem => ({
          ...problem,
          path: `${field.path}.${problem.path}`,
        })),
        ...(target && 'path' in target ? [target] : []),
      ];
    }),
  );
  if (details.length > 0) throw new Problem('VALIDATION_ERROR', { details });
}

interface Plan {
  readonly projectId: string;
  readonly tables: readonly PlannedTable[];
  /** Maximum tables of the owner's plan. */
  readonly limit: number;
  readonly createdAt: string;
  /** The id of a field's relationship. */
  readonly relationshipId: (fieldId: string) => string;
}

/** Relationships come last, when all their targets are there. */
const changesOf = ({ projectId, tables, limit, createdAt, relationshipId }: Plan) => [
  ...tables.flatMap(({ id: tableId, name, fields }): ((s: Schema) => Decision)[] => [
    createTable({ projectId, tableId }, name, limit),
    ...fields.map(({ id, shape }) => addField({ projectId, tableId, fieldId: id }, shape)),
  ]),
  ...tables.flatMap(({ id: tableId, fields }) =>
    fields.flatMap((field): ((s: Schema) => Decision)[] => {
      const { relatesTo } = field.given;
      const target = targetOf(tables, field);
      if (!relatesTo || !target || 'path' in target) return [];
      const { relationshipType, cascadeDelete } = relatesTo;
      return [
        addRelationship(
          { projectId, tableId, fieldId: field.id },
          {
            id: relationshipId(field.id),
            ...target,
            relationshipType,
            cascadeDelete,
            createdAt,
          },
        ),
      ];
    }),
  ),
];

export const wholeTablesHandler = handle(
  createTables,
  async (context, { params: { projectId }, body }) => {
    const { engine, request } = context;
    const idOf = await engine.executor.ids(request);
    // Tables and fields stand in the order of their ids.
    const ids = body.tables.map((_, at) => idOf(`project:${projectId}`, `table ${at}`)).toSorted();
    const tables = body.tables.map(({ name, fields }, at): PlannedTable => {
      const id = ids[at]!;
      const fieldIds = fields.map((_, place) => idOf(`table:${id}`, `field ${place}`)).toSorted();
      return {
        id,
        name,
        fields: fields.map((field, place) =>
          plannedField(fieldIds[place]!, field, `tables.${at}.fields.${place}`),
        ),
      };
    });
    checkPlan(tables);
    const { maxTables } = await accountDoc(engine, (await projectDoc(engine, projectId)).ownerId);
    const changes = changesOf({
      projectId,
      tables,
      limit: maxTables,
      createdAt: engine.now().toISOString(),
      relationshipId: fieldId => idOf(`project:${projectId}`, `relationship of ${fieldId}`),
    });
    const { position, seen } = await decided(context, projectId, {
      stream: `schema-${projectId}`,
      decider: schema,
      decide: state => together(state, changes),
    });
    const made = await Promise.all(tables.map(({ id }) => tableAnswer(seen, id)));
    return { data: { tables: made.map(({ data }) => data.table) }, position };
  },
);
