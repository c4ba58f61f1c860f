import { hasFiles, isGiven } from '@hzm/contracts/core/everyday';
import { Problem, type ProblemDetail } from '@hzm/contracts/core/problem';
import {
  isReading,
  reservedParameters,
  type ChosenField,
  type Constant,
  type EndpointDefinition,
  type EndpointFilter,
  type Parameter,
  type ParameterType,
  type RowLabel,
  type Source,
  type WriteAction,
} from '@hzm/contracts/features/custom-endpoints/definition';
import { fieldTypeGroups, type FieldType } from '@hzm/contracts/features/tables/field-types';
import { numberTypes } from '@hzm/contracts/features/tables/field-validation';
import { writtenFields } from '@hzm/contracts/features/tables/written-fields';
import { cellsOf } from '../rows/validate.ts';
import { constantType, listed, valueOfParameter } from './parameters.ts';
import type { EndpointTable } from './table.ts';

const relational: ReadonlySet<FieldType> = new Set<FieldType>(fieldTypeGroups.relational);
/** Returns the kind of constant that a field's values are compared with. */
const comparedAs = (type: FieldType): 'number' | 'boolean' | 'text' =>
  numberTypes.has(type) || type === 'currency' ? 'number' : type === 'boolean' ? 'boolean' : 'text';
const isComparable = (as: 'number' | 'boolean' | 'text', given: ParameterType): boolean =>
  as === 'text' ? given === 'text' || given === 'date' || given === 'id' : given === as;

const isAlwaysGiven = (one: Parameter): boolean =>
  one.in === 'path' || one.required || one.default !== undefined;

/** Finds what keeps a definition from being answered by the tables as they are. */
export class Checking {
  readonly #definition: EndpointDefinition;
  readonly #tables: ReadonlyMap<string, EndpointTable>;
  readonly #faults: ProblemDetail[] = [];

  constructor(definition: EndpointDefinition, tables: ReadonlyMap<string, EndpointTable>) {
    this.#definition = definition;
    this.#tables = tables;
  }

  /** All of them; none when it can be. */
  faults(): readonly ProblemDetail[] {
    const { action } = this.#definition;
    this.#method();
    this.#parameters();
    const table = this.#tables.get(action.tableId);
    if (!table) {
      this.#fault('action.tableId', 'endpoint-table-gone');
      return this.#faults;
    }
    switch (action.kind) {
      case 'rows':
        this.#rows(table);
        break;
      case 'aggregate':
        this.#aggregate(table);
        break;
      default:
        this.#write(table, action);
    }
    return this.#faults;
  }

  #fault(path: string, key: string, values: Readonly<Record<string, string | number>> = {}): void {
    this.#faults.push({ path, message: { key, values } });
  }

  #method(): void {
    const { method, action, caller, parameters } = this.#definition;
    const reads = isReading(action);
    if (method === 'GET' && !reads) this.#fault('method', 'endpoint-get-writes');
    if (caller === 'public' && !reads) this.#fault('caller', 'endpoint-public-writes');
    if (method === 'GET')
      parameters.forEach((one, i) => {
        if (one.in === 'body') this.#fault(`parameters.${i}.in`, 'endpoint-get-body');
      });
  }

  #parameters(): void {
    const names = new Set<string>();
    this.#definition.parameters.forEach((one, i) => {
      if (names.has(one.name) || (one.in === 'query' && reservedParameters.includes(one.name)))
        this.#fault(`parameters.${i}.name`, 'endpoint-parameter-taken');
      names.add(one.name);
      if (one.type === 'json' && one.in !== 'body')
        this.#fault(`parameters.${i}.type`, 'endpoint-json-in-body');
      if (
        one.default !== undefined &&
        (one.type === 'json' || valueOfParameter(one, one.default) === undefined)
      )
        this.#fault(`parameters.${i}.default`, 'endpoint-parameter-default');
    });
  }

  /** The parameter of a source; undefined also for a constant. */
  #parameterOf(source: Source, path: string): Parameter | undefined {
    if ('constant' in source) return undefined;
    const parameter = this.#definition.parameters.find(({ name }) => name === source.parameter);
    if (!parameter) this.#fault(path, 'endpoint-parameter-unknown', { name: source.parameter });
    return parameter;
  }

  #names(names: readonly string[], path: string): void {
    names.forEach((name, i) => {
      if (names.indexOf(name) < i) this.#fault(`${path}.${i}.name`, 'endpoint-name-twice');
    });
  }

  #chosen(table: EndpointTable, fields: readonly ChosenField[], path: string): void {
    fields.forEach(({ field }, i) => {
      if (field.includes('-') && !table.byId.has(field))
        this.#fault(`${path}.${i}.field`, 'endpoint-field-gone');
      // A large value would be answered as often as it is chosen.
      if (fields.findIndex(one => one.field === field) < i)
        this.#fault(`${path}.${i}.field`, 'endpoint-field-twice');
    });
  }

  /** Checks that a field of this type is compared with a value of its kind. */
  #compared(type: FieldType | 'id', op: EndpointFilter['op'], value: Source, path: string): void {
    const given =
      'constant' in value ? constantType(value.constant) : this.#parameterOf(value, path)?.type;
    if (given === undefined) return;
    const isFitting =
      op === 'empty'
        ? given === 'boolean'
        : op === 'contains'
          ? given !== 'json' && given !== 'boolean' && given !== 'number'
          : op === 'in' && 'constant' in value
            ? given === 'text'
            : type === 'id'
              ? given === 'id' || ('constant' in value && given === 'text')
              : isComparable(comparedAs(type), given);
    if (!isFitting) this.#fault(path, 'endpoint-value-kind');
  }

  #filters(table: EndpointTable, filters: readonly EndpointFilter[]): void {
    const lists = listed(filters);
    filters.forEach(({ field, op, value }, i) => {
      const of = field === 'id' ? 'id' : table.byId.get(field)?.type;
      if (of === undefined) return this.#fault(`action.filters.${i}.field`, 'endpoint-field-gone');
      if (hasFiles(of) && op !== 'empty') this.#fault(`action.filters.${i}.op`, 'filter-files');
      if (of === 'id' && op !== 'eq') this.#fault(`action.filters.${i}.op`, 'endpoint-id-equal');
      if (op !== 'in' && 'parameter' in value && lists.has(value.parameter))
        this.#fault(`action.filters.${i}.value`, 'endpoint-list-twice');
      this.#compared(of, op, value, `action.filters.${i}.value`);
    });
  }

  #rows(table: EndpointTable): void {
    const { action } = this.#definition;
    if (action.kind !== 'rows') return;
    const { fields, filters, sort, lookups, paged, single } = action;
    this.#names(
      [...fields, ...lookups].map(({ name }) => name),
      'action.fields',
    );
    this.#chosen(table, fields, 'action.fields');
    fields.forEach(({ field, label }, i) => this.#label(table, field, label, `action.fields.${i}`));
    this.#filters(table, filters);
    if (paged && single) this.#fault('action.paged', 'endpoint-single-paged');
    const chosen = new Set<string>(fields.map(({ field }) => field));
    sort.forEach(({ field }, i) => {
      if (field.includes('-') && !table.byId.has(field))
        this.#fault(`action.sort.${i}.field`, 'endpoint-field-gone');
      // A page's cursor says what the page ended with.
      else if (paged && field.includes('-') && !chosen.has(field))
        this.#fault(`action.sort.${i}.field`, 'endpoint-sort-hidden');
      if (hasFiles(table.byId.get(field)?.type ?? ''))
        this.#fault(`action.sort.${i}.field`, 'sort-files');
      if (sort.findIndex(one => one.field === field) < i)
        this.#fault(`action.sort.${i}.field`, 'sort-twice');
    });
    lookups.forEach((lookup, i) => {
      const field = table.byId.get(lookup.field);
      const other = this.#tables.get(lookup.tableId);
      if (!field) this.#fault(`action.lookups.${i}.field`, 'endpoint-field-gone');
      else if (!relational.has(field.type))
        this.#fault(`action.lookups.${i}.field`, 'endpoint-lookup-field');
      if (!other) return this.#fault(`action.lookups.${i}.tableId`, 'endpoint-table-gone');
      this.#names(
        lookup.fields.map(({ name }) => name),
        `action.lookups.${i}.fields`,
      );
      this.#chosen(other, lookup.fields, `action.lookups.${i}.fields`);
    });
  }

  #label(table: EndpointTable, of: string, label: RowLabel | undefined, path: string): void {
    if (!label) return;
    const field = table.byId.get(of);
    if (field && !relational.has(field.type)) this.#fault(`${path}.label`, 'endpoint-lookup-field');
    const other = this.#tables.get(label.tableId);
    if (!other) this.#fault(`${path}.label`, 'endpoint-table-gone');
    else if (!other.byId.has(label.field)) this.#fault(`${path}.label`, 'endpoint-field-gone');
  }

  #aggregate(table: EndpointTable): void {
    const { action } = this.#definition;
    if (action.kind !== 'aggregate') return;
    const { filters, group, values } = action;
    this.#filters(table, filters);
    this.#names(
      [...values, ...(group ? [group] : [])].map(({ name }) => name),
      'action.values',
    );
    if (group && !table.byId.has(group.field))
      this.#fault('action.group.field', 'endpoint-field-gone');
    if (group) this.#label(table, group.field, group.label, 'action.group');
    values.forEach(({ compute, field }, i) => {
      const path = `action.values.${i}.field`;
      const type = field === undefined ? undefined : table.byId.get(field)?.type;
      if (compute === 'count') {
        if (field !== undefined) this.#fault(path, 'endpoint-count-field');
      } else if (type === undefined)
        this.#fault(path, field === undefined ? 'endpoint-value-field' : 'endpoint-field-gone');
      else if (!numberTypes.has(type) && type !== 'currency')
        this.#fault(path, 'endpoint-value-number');
    });
  }

  #write(table: EndpointTable, action: WriteAction): void {
    if ('key' in action) this.#key(table, action.key);
    if (action.kind === 'delete') return;
    this.#chosen(table, action.fields, 'action.fields');
    this.#names(
      action.fields.map(({ name }) => name),
      'action.fields',
    );
    const written = new Set<string>();
    action.values.forEach(({ field: id, value }, i) => {
      const path = `action.values.${i}`;
      const field = table.byId.get(id);
      if (!field) return this.#fault(`${path}.field`, 'endpoint-field-gone');
      if (written.has(id)) this.#fault(`${path}.field`, 'endpoint-field-twice');
      written.add(id);
      if (isGiven(field.type))
        return this.#fault(`${path}.field`, hasFiles(field.type) ? 'value-files' : 'value-given');
      if ('constant' in value) this.#constant(table, field.name, value.constant, `${path}.value`);
      else {
        const parameter = this.#parameterOf(value, `${path}.value`);
        if (parameter && action.kind === 'insert' && field.required && !isAlwaysGiven(parameter))
          this.#fault(`${path}.value`, 'endpoint-required-optional', { name: field.name });
      }
    });
    if (action.kind === 'insert')
      for (const { id, name, required } of writtenFields(table.fields))
        if (required && !written.has(id))
          this.#fault('action.values', 'endpoint-required-missing', { name });
  }

  #key(
    table: EndpointTable,
    { field, value }: { readonly field: string; readonly value: Source },
  ): void {
    const type = field === 'id' ? 'id' : table.byId.get(field)?.type;
    if (type === undefined) return this.#fault('action.key.field', 'endpoint-field-gone');
    this.#compared(type, 'eq', value, 'action.key.value');
    const parameter =
      'constant' in value
        ? undefined
        : this.#definition.parameters.find(({ name }) => name === value.parameter);
    if (parameter && !isAlwaysGiven(parameter))
      this.#fault('action.key.value', 'endpoint-key-optional');
  }

  /** Checks that a constant fits the field that it is written to. */
  #constant(table: EndpointTable, name: string, value: Constant, path: string): void {
    try {
      cellsOf(table.fields, { [name]: value }, false, table.clock);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const [detail] = error.details ?? [];
      if (detail) this.#faults.push({ path, message: detail.message });
    }
  }
}
