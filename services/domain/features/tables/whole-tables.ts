import { nameKey } from '@hzm/contracts/core/name';
import { Problem, type ProblemDetail } from '@hzm/contracts/core/problem';
import type { NewTable } from '@hzm/contracts/features/tables/new-table';
import { createTables } from '@hzm/contracts/features/tables/whole-tables-api';
import type { Decision } from '@hzm/services/core/commands/decider';
import { handle } from '@hzm/services/core/engine';
import { slice } from '@hzm/services/core/ports/slices';
import { accountDoc } from '../../access/account.ts';
import { projectDoc } from '../../access/project.ts';
import { decided } from '../../past/decided.ts';
import { tableAnswer } from './answers.ts';
import { validationOf } from './options.ts';
import { PatternWork } from './pattern.ts';
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

/** Returns the problems of a field's rules; patterns cost no more together than those of a call. */
const rulesOf = ({ shape: { type, validation } }: PlannedField, work: PatternWork) =>
  validation.pattern === undefined || work.mayMake(validation.pattern)
    ? ruleProblems(type, validation)
    : [{ path: 'validation.pattern', message: { key: 'rule-pattern-work' } }];

/**
 * Checks the fields in slices, because a pattern takes milliseconds.
 * @throws Problem VALIDATION_ERROR for rules that do not fit, and targets that are not there
 */
async function checkPlan(tables: readonly PlannedTable[]): Promise<void> {
  const details: ProblemDetail[] = [];
  const work = new PatternWork();
  for (const field of tables.flatMap(({ fields }) => fields)) {
    await slice();
    const target = targetOf(tables, field);
    for (const problem of rulesOf(field, work))
      details.push({ ...problem, path: `${field.path}.${problem.path}` });
    if (target && 'path' in target) details.push(target);
  }
  if (details.length > 0) throw new Problem('VALIDATION_ERROR', { details });
}

/** Plans the fields of a table in slices, because the ids of many options take milliseconds. */
async function plannedFields(
  ids: readonly string[],
  fields: readonly NewField[],
  path: string,
): Promise<PlannedField[]> {
  const planned: PlannedField[] = [];
  for (const [at, field] of fields.entries()) {
    await slice();
    planned.push(plannedField(ids[at]!, field, `${path}.fields.${at}`));
  }
  return planned;
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
    const tables: PlannedTable[] = [];
    for (const [at, { name, fields }] of body.tables.entries()) {
      const id = ids[at]!;
      const fieldIds = fields.map((_, place) => idOf(`table:${id}`, `field ${place}`)).toSorted();
      tables.push({ id, name, fields: await plannedFields(fieldIds, fields, `tables.${at}`) });
    }
    await checkPlan(tables);
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
