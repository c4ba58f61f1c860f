import { Problem, type ProblemDetail } from '@hzm/contracts/core/problem';
import type { NewTable } from '@hzm/contracts/features/tables/new-table';
import type { Relationship } from '@hzm/contracts/features/tables/relationship';
import { createTables } from '@hzm/contracts/features/tables/whole-tables-api';
import type { Decision } from '@hzm/services/core/commands/decider';
import { handle } from '@hzm/services/core/engine';
import { slice } from '@hzm/services/core/ports/slices';
import { accountDoc } from '../../access/account.ts';
import { projectDoc } from '../../access/project.ts';
import { decided } from '../../past/decided.ts';
import { isNamed } from '../../taken-name.ts';
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
  readonly relatesTo: NewField['relatesTo'];
  readonly shape: Parameters<typeof addField>[1];
  /** Its place in the body, for problems. */
  readonly path: string;
}

interface PlannedTable {
  readonly id: string;
  readonly name: string;
  readonly fields: readonly PlannedField[];
}

const plannedField = (
  id: string,
  { relatesTo, ...field }: NewField,
  path: string,
): PlannedField => ({
  id,
  relatesTo,
  path,
  shape: { ...field, validation: validationOf(field.validation), isHidden: false },
});

/** A relationship of a field that is to be added, without its id. */
type Relation = Pick<
  Relationship,
  'targetTableId' | 'targetFieldId' | 'relationshipType' | 'cascadeDelete'
>;

/** Returns the relationship of a field, or what is wrong with the names in it. */
function relationOf(
  tables: readonly PlannedTable[],
  { relatesTo, path }: PlannedField,
): Relation | ProblemDetail | undefined {
  if (!relatesTo) return undefined;
  const { relationshipType, cascadeDelete } = relatesTo;
  const table = tables.find(isNamed(relatesTo.table));
  if (!table)
    return { path: `${path}.relatesTo.table`, message: { key: 'relationship-target-unknown' } };
  const hasName = isNamed(relatesTo.field);
  const field = table.fields.find(({ shape }) => hasName(shape));
  return field
    ? { targetTableId: table.id, targetFieldId: field.id, relationshipType, cascadeDelete }
    : { path: `${path}.relatesTo.field`, message: { key: 'relationship-field-unknown' } };
}

/** Returns the problems of a field's rules; patterns cost no more together than those of a call. */
const rulesOf = ({ shape: { type, validation } }: PlannedField, work: PatternWork) =>
  validation.pattern === undefined || work.mayMake(validation.pattern)
    ? ruleProblems(type, validation)
    : [{ path: 'validation.pattern', message: { key: 'rule-pattern-work' } }];

/**
 * Checks the fields in slices, because a pattern takes milliseconds, and returns their relationships
 * by the fields' ids.
 * @throws Problem VALIDATION_ERROR for rules that do not fit, and targets that are not there
 */
async function checkedRelations(
  tables: readonly PlannedTable[],
): Promise<ReadonlyMap<string, Relation>> {
  const relations = new Map<string, Relation>();
  const details: ProblemDetail[] = [];
  const work = new PatternWork();
  for (const field of tables.flatMap(({ fields }) => fields)) {
    await slice();
    for (const problem of rulesOf(field, work))
      details.push({ ...problem, path: `${field.path}.${problem.path}` });
    const relation = relationOf(tables, field);
    if (!relation) continue;
    if ('path' in relation) details.push(relation);
    else relations.set(field.id, relation);
  }
  if (details.length > 0) throw new Problem('VALIDATION_ERROR', { details });
  return relations;
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
  readonly relations: ReadonlyMap<string, Relation>;
  /** Maximum tables of the owner's plan. */
  readonly limit: number;
  readonly createdAt: string;
  /** The id of a field's relationship. */
  readonly relationshipId: (fieldId: string) => string;
}

/** Relationships come last, when all their targets are there. */
const changesOf = ({
  projectId,
  tables,
  relations,
  limit,
  createdAt,
  relationshipId,
}: Plan): ((s: Schema) => Decision)[] => [
  ...tables.flatMap(({ id: tableId, name, fields }) => [
    createTable({ projectId, tableId }, name, limit),
    ...fields.map(({ id, shape }) => addField({ projectId, tableId, fieldId: id }, shape)),
  ]),
  ...tables.flatMap(({ id: tableId, fields }) =>
    fields.flatMap(({ id: fieldId }) => {
      const relation = relations.get(fieldId);
      return relation
        ? addRelationship(
            { projectId, tableId, fieldId },
            { id: relationshipId(fieldId), ...relation, createdAt },
          )
        : [];
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
    const relations = await checkedRelations(tables);
    const { maxTables } = await accountDoc(engine, (await projectDoc(engine, projectId)).ownerId);
    const changes = changesOf({
      projectId,
      tables,
      relations,
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
