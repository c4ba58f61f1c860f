import { memberOf, type Json } from '@hzm/contracts/core/json';
import { exampleValue } from '@hzm/contracts/features/tables/example-value';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { writtenFields } from '@hzm/contracts/features/tables/written-fields';

/** Names of the examples, in the order in which they are shown. */
export const exampleNames = ['list', 'search', 'add', 'info', 'tables', 'addField'] as const;
export type ExampleName = (typeof exampleNames)[number];

/** A request of an example. `isComplete` sends e-mail and password beside the key. */
export interface ExampleRequest {
  readonly name: ExampleName;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly isComplete: boolean;
  readonly body?: Readonly<Record<string, Json>>;
}

interface Place {
  /** The server, without a slash at the end. */
  readonly origin: string;
  readonly projectId: string;
  readonly table: Pick<Table, 'id' | 'fields'> | undefined;
  /** A row of the table, whose values stand in where none can be made up. */
  readonly row?: Readonly<Record<string, Json>> | undefined;
  /** As `YYYY-MM-DD`. */
  readonly today: string;
  /** Whether writing rows needs e-mail and password. */
  readonly requireAuth: boolean;
}

/** Fields beside the required ones that a new row gets. */
const MAX_OPTIONAL = 6;

const isGiven = (value: Json | undefined): value is Json => value !== undefined && value !== null;

/** Values of a new row; undefined if a required one can only be known by a person. */
function newRow({ table, row = {}, today }: Place): Readonly<Record<string, Json>> | undefined {
  const known = writtenFields(table?.fields ?? [])
    .filter(({ isHidden, required }) => !isHidden || required)
    .map(field => {
      const made = exampleValue(field, today);
      const kept = memberOf(row, field.name);
      return { field, value: isGiven(made) ? made : kept };
    });
  if (known.some(({ field, value }) => field.required && !isGiven(value))) return undefined;
  const given = known.filter(({ value }) => isGiven(value));
  const optional = given.filter(({ field }) => !field.required).slice(0, MAX_OPTIONAL);
  const chosen = given.filter(one => one.field.required || optional.includes(one));
  return chosen.length === 0
    ? undefined
    : Object.fromEntries(chosen.map(({ field, value }) => [field.name, value as Json]));
}

const searched = ({ fields }: { readonly fields: readonly Field[] }): Field | undefined =>
  fields.find(({ type, isHidden }) => !isHidden && (type === 'string' || type === 'text')) ??
  fields.find(({ isHidden }) => !isHidden);

/** The text that a filter looks for: the beginning of a value that is there. */
const wantedText = (value: Json | undefined): string =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 20).trim() : 'a';

/** Returns the requests that a project's examples show; each can be sent as it stands. */
export function exampleRequests(place: Place): ExampleRequest[] {
  const { origin, projectId, table, row, requireAuth } = place;
  const api = `${origin}/api/v1`;
  const requests: ExampleRequest[] = [];
  const read = (name: ExampleName, path: string): void =>
    void requests.push({ name, method: 'GET', url: `${api}${path}`, isComplete: false });
  const write = (
    name: ExampleName,
    path: string,
    body: ExampleRequest['body'] & object,
    isComplete = true,
  ): void => void requests.push({ name, method: 'POST', url: `${api}${path}`, isComplete, body });
  if (table) {
    read('list', `/data/api-table/${table.id}?limit=10`);
    const field = searched(table);
    const value = field && row && memberOf(row, field.name);
    if (field)
      read(
        'search',
        `/data/table/${table.id}?filter[${encodeURIComponent(field.name)}]=${encodeURIComponent(wantedText(value))}`,
      );
    const values = newRow(place);
    if (values) write('add', `/data/table/${table.id}/rows`, values, requireAuth);
  }
  read('info', '/tables/api-key-info');
  read('tables', `/tables/api-project/${projectId}`);
  if (table)
    write('addField', `/tables/project/${projectId}/${table.id}/fields`, {
      name: freeName(table.fields),
      type: 'string',
    });
  return requests;
}

/** A name that no field has. */
function freeName(fields: readonly Pick<Field, 'name'>[]): string {
  const taken = new Set(fields.map(({ name }) => name.toLocaleLowerCase('tr')));
  let name = 'not';
  for (let at = 2; taken.has(name); at++) name = `not ${at}`;
  return name;
}
