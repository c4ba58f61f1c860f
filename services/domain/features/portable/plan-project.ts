import { isGiven } from '@hzm/contracts/core/everyday';
import { isJsonObject, memberOf, type Json, type JsonObject } from '@hzm/contracts/core/json';
import { nameKey, unfitName } from '@hzm/contracts/core/name';
import { nfc } from '@hzm/contracts/core/normal';
import { defaultSettings, ProjectSettings } from '@hzm/contracts/features/projects/project';
import type { FieldShape } from '@hzm/contracts/features/tables/events';
import { FieldType } from '@hzm/contracts/features/tables/field-types';
import { FieldValidation } from '@hzm/contracts/features/tables/field-validation';
import { MAX_TABLE_OPTIONS } from '@hzm/contracts/features/tables/options';
import { isRelational, OneRelationship } from '@hzm/contracts/features/tables/relationship';
import {
  FieldName,
  MAX_FIELDS,
  MAX_NUMBER_FIELDS,
  MAX_TABLES,
  TableName,
} from '@hzm/contracts/features/tables/table';
import { slice } from '@hzm/services/core/ports/slices';
import type { FilePart } from '../../portfolio/project-part.ts';
import { fileParts } from '../projects/parts.ts';
import { ruleProblems } from '../tables/rules.ts';
import { countOptions } from '../tables/schema.ts';
import type { Report } from './notes.ts';
import type { Given, GivenProject, GivenTable } from './read-export.ts';

/** A table to import. `place` is its index in the file. */
export interface PlannedTable {
  readonly place: number;
  /** Its id and those of its fields in the file, for references. */
  readonly id: string | undefined;
  readonly fieldIds: readonly (string | undefined)[];
  readonly name: string;
  readonly fields: readonly FieldShape[];
  readonly rows: number;
}

/** An entry of a list beside the tables, to import. `place` is its index in the file. */
export interface PlannedEntry {
  readonly kind: FilePart['kind'];
  readonly place: number;
  readonly adding: Exclude<ReturnType<FilePart['read']>, string>;
}

export interface PlannedProject {
  readonly name: string;
  readonly description: string;
  readonly settings: ProjectSettings;
  readonly tables: readonly PlannedTable[];
  readonly entries: readonly PlannedEntry[];
}

const MAX_DESCRIPTION_LENGTH = 1000;
const valueOf = (given: Given | undefined): Json | undefined =>
  typeof given === 'object' ? given.value : undefined;
const idOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
const textOf = (value: Json | undefined): string =>
  typeof value === 'string'
    ? value.slice(0, MAX_DESCRIPTION_LENGTH).replaceAll('\0', '').toWellFormed()
    : '';

/**
 * Plans the import of a project; undefined if it is skipped. Notes skipped and changed parts in
 * `report`.
 */
export async function planProject(
  given: GivenProject,
  report: Report,
): Promise<PlannedProject | undefined> {
  const place = `projects[${given.place}]`;
  const name = valueOf(given.members.get('name'));
  const refuse = (reason: 'project-shape' | 'project-size' | 'project-name'): undefined =>
    report.refused.add(place, name, reason);
  if (!given.isObject) return refuse('project-shape');
  if (given.isLarge) return refuse('project-size');
  if (typeof name !== 'string' || name.trim() === '' || unfitName(name))
    return refuse('project-name');
  const [tables, taken] = [[] as PlannedTable[], new Set<string>()];
  if (isJsonObject(valueOf(given.members.get('tables'))))
    report.refused.add(`${place}.tables`, '', 'table-shape');
  for (const [at, table] of given.tables.entries()) {
    await slice();
    const planned = await planTable(
      table,
      at,
      `${place}.tables[${at}]`,
      taken,
      tables.length,
      report,
    );
    if (planned) tables.push(planned);
  }
  return {
    name: nfc(name.trim()),
    description: textOf(valueOf(given.members.get('description'))).trim(),
    settings: settingsIn(valueOf(given.members.get('settings'))),
    tables: withTargets(tables, place, report),
    entries: await planEntries(given, tables, place, report),
  };
}

/** Settings as a file may have them. Made once, because zod compiles each schema it parses with. */
const GivenSettings = ProjectSettings.partial();

/**
 * Returns restrictive settings: people must enable what calls other servers or makes the project
 * public.
 */
function settingsIn(value: Json | undefined): ProjectSettings {
  const given = isJsonObject(value) ? value : {};
  const { allowApiAccess, requireAuth, maxRequestsPerMinute } = given;
  const parsed = GivenSettings.safeParse({
    allowApiAccess,
    requireAuth,
    maxRequestsPerMinute,
  });
  return {
    ...defaultSettings,
    ...(parsed.success &&
      Object.fromEntries(Object.entries(parsed.data).filter(([, one]) => one !== undefined))),
  };
}

/** Plans the entries of lists beside the tables whose tables and fields are all imported. */
async function planEntries(
  { lists, members }: GivenProject,
  tables: readonly PlannedTable[],
  place: string,
  report: Report,
): Promise<PlannedEntry[]> {
  const known = new Set(tables.flatMap(({ id, fieldIds }) => [id, ...fieldIds]));
  const isKnown = (id: string): string | undefined => (known.has(id) ? id : undefined);
  const entries: PlannedEntry[] = [];
  for (const part of fileParts) {
    const { kind, limit } = part;
    if (isJsonObject(valueOf(members.get(`${kind}s`))))
      report.refused.add(`${place}.${kind}s`, '', `${kind}-shape`);
    let count = 0;
    for (const [at, one] of (lists.get(`${kind}s`) ?? []).entries()) {
      await slice();
      const value = valueOf(one);
      const named = isJsonObject(value) ? value['name'] : undefined;
      const refuse = (reason: 'shape' | 'name' | 'limit' | 'tables'): undefined =>
        report.refused.add(`${place}.${kind}s[${at}]`, named, `${kind}-${reason}`);
      const found = isJsonObject(value) ? part.read(value) : 'shape';
      if (typeof found === 'string') refuse(found);
      else if (!found(isKnown)) refuse('tables');
      else if (count >= limit) refuse('limit');
      else {
        entries.push({ kind, place: at, adding: found });
        count++;
      }
    }
  }
  return entries;
}

async function planTable(
  given: GivenTable,
  at: number,
  place: string,
  taken: Set<string>,
  count: number,
  report: Report,
): Promise<PlannedTable | undefined> {
  const named = valueOf(given.name);
  const refuse = (
    reason: 'table-shape' | 'table-name' | 'table-taken' | 'table-limit',
  ): undefined => report.refused.add(place, named, reason);
  if (!given.isObject) return refuse('table-shape');
  const name = TableName.safeParse(named);
  if (!name.success) return refuse('table-name');
  if (taken.has(nameKey(name.data))) return refuse('table-taken');
  if (count >= MAX_TABLES) return refuse('table-limit');
  taken.add(nameKey(name.data));
  const [fields, fieldIds, takenFields] = [
    [] as FieldShape[],
    [] as (string | undefined)[],
    new Set<string>(),
  ];
  const room = { options: MAX_TABLE_OPTIONS, numbers: MAX_NUMBER_FIELDS };
  for (const [i, field] of given.fields.entries()) {
    await slice();
    const planned = planField(
      field,
      `${place}.fields[${i}]`,
      takenFields,
      fields.length,
      room,
      report,
    );
    if (!planned) continue;
    fields.push(planned);
    fieldIds.push(idOf(memberOf(valueOf(field) as JsonObject, 'id')));
  }
  const files = valueOf(given.filesLeftOut);
  if (Number.isSafeInteger(files) && Number(files) > 0)
    report.changed.add(place, name.data, 'table-files', Number(files));
  return {
    place: at,
    id: idOf(valueOf(given.id)),
    fieldIds,
    name: name.data,
    fields,
    rows: given.rows,
  };
}

function planField(
  given: Given,
  place: string,
  taken: Set<string>,
  count: number,
  room: { options: number; numbers: number },
  report: Report,
): FieldShape | undefined {
  const value = valueOf(given);
  const named = isJsonObject(value) ? value['name'] : undefined;
  const refuse = (
    reason:
      | 'field-shape'
      | 'field-name'
      | 'field-type'
      | 'field-taken'
      | 'field-limit'
      | 'field-numbers',
  ): undefined => report.refused.add(place, named, reason);
  if (!isJsonObject(value)) return refuse('field-shape');
  const name = FieldName.safeParse(named);
  if (!name.success) return refuse('field-name');
  const type = FieldType.safeParse(value['type']);
  if (!type.success) return refuse('field-type');
  if (taken.has(nameKey(name.data))) return refuse('field-taken');
  if (count >= MAX_FIELDS) return refuse('field-limit');
  if (type.data === 'auto_number' && room.numbers-- <= 0) return refuse('field-numbers');
  taken.add(nameKey(name.data));
  const rules = FieldValidation.safeParse(value['validation'] ?? {});
  const options = rules.success ? countOptions([{ validation: rules.data }]) : 0;
  const areFit =
    rules.success && options <= room.options && ruleProblems(type.data, rules.data).length === 0;
  if (!areFit) report.changed.add(place, name.data, 'field-rules');
  if (areFit) room.options -= options;
  const is = (...members: readonly ('required' | 'isRequired' | 'isHidden')[]): boolean =>
    members.some(member => memberOf(value, member) === true);
  return {
    name: name.data,
    type: type.data,
    required: is('required', 'isRequired') && !isGiven(type.data),
    description: textOf(value['description']).trim(),
    validation: areFit ? rules.data : {},
    isHidden: is('isHidden'),
    ...(isRelational(type.data) && relationshipsIn(value['relationships'])),
  };
}

/** Reads the relationship of a field, with the ids that the file has. */
function relationshipsIn(value: Json | undefined): Pick<FieldShape, 'relationships'> {
  const read = OneRelationship.safeParse(value);
  if (!read.success) return {};
  const { sourceFieldId: _, ...relationship } = read.data[0];
  return { relationships: [relationship] };
}

/** Leaves out relationships to tables and fields that are not imported, and reports them. */
function withTargets(
  tables: readonly PlannedTable[],
  place: string,
  report: Report,
): PlannedTable[] {
  const fieldsOf = new Map(tables.map(({ id, fieldIds }) => [id, new Set(fieldIds)]));
  return tables.map(table => ({
    ...table,
    fields: table.fields.map(field => {
      const { relationships, ...rest } = field;
      const isWhole = relationships?.every(
        ({ targetTableId, targetFieldId }) =>
          targetTableId !== table.id && fieldsOf.get(targetTableId)?.has(targetFieldId),
      );
      if (!relationships || isWhole) return field;
      report.changed.add(`${place}.tables[${table.place}]`, field.name, 'field-relationship');
      return rest;
    }),
  }));
}

/** Counts what is added of each list beside the tables. */
export const countEntries = (
  entries: readonly PlannedEntry[],
): { readonly endpoints: number; readonly widgets: number } => {
  const of = (kind: FilePart['kind']): number => entries.filter(one => one.kind === kind).length;
  return { endpoints: of('endpoint'), widgets: of('widget') };
};
