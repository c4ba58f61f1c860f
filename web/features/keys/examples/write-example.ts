import { memberOf, type Json } from '@hzm/contracts/core/json';
import type { Field } from '@hzm/contracts/features/tables/table';
import { shellQuoted } from '../../../lib/shell-quoted.ts';
import type { ExampleRequest } from './request.ts';

export const exampleLanguages = ['curl', 'JavaScript', 'TypeScript', 'Python', 'Go'] as const;
export type ExampleLanguage = (typeof exampleLanguages)[number];

/** Credentials written into an example; null reads the variable of the environment instead. */
export interface Credentials {
  readonly key: string | null;
  readonly email: string;
  readonly password: string | null;
}

const KEY = 'HZM_API_KEY';
const PASSWORD = 'HZM_PASSWORD';

/** Characters that a terminal obeys, that reorder a line, or that Go refuses in a program. */
const UNSEEN = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** JSON that is safe in a program and in a terminal. All languages here know its escapes. */
const quoted = (value: Json, indent?: number): string =>
  JSON.stringify(value, null, indent).replaceAll(
    UNSEEN,
    letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A header's value: fixed texts around one that may come from the environment. */
interface Header {
  readonly name: string;
  readonly before?: string;
  readonly value: string | null;
  readonly variable: string;
}

function headersOf(
  { isComplete, body }: ExampleRequest,
  { key, email, password }: Credentials,
): Header[] {
  const sent: Header[] = isComplete
    ? [
        { name: 'X-API-Key', value: key, variable: KEY },
        { name: 'X-User-Email', value: email, variable: '' },
        { name: 'X-Project-Password', value: password, variable: PASSWORD },
      ]
    : [{ name: 'Authorization', before: 'Bearer ', value: key, variable: KEY }];
  return body ? [...sent, { name: 'Content-Type', value: 'application/json', variable: '' }] : sent;
}

function curl(request: ExampleRequest, headers: readonly Header[]): string {
  const lines = headers.map(({ name, before = '', value, variable }) =>
    value === null
      ? `-H "${name}: ${before}$${variable}"`
      : `-H ${shellQuoted(`${name}: ${before}${value}`)}`,
  );
  // Brackets of a filter are no pattern of addresses.
  const words = [`curl -g ${shellQuoted(request.url)}`, ...lines];
  if (request.body) words.push(`-d ${shellQuoted(quoted(request.body))}`);
  return words.join(' \\\n  ');
}

/** The value of a header in a language. @param read the variable of the environment */
const valueIn =
  (read: (variable: string) => string, plus = ' + ') =>
  ({ before = '', value, variable }: Header): string =>
    value !== null
      ? quoted(before + value)
      : before === ''
        ? read(variable)
        : `${quoted(before)}${plus}${read(variable)}`;

function script(request: ExampleRequest, headers: readonly Header[], typed?: string): string {
  const valueOf = valueIn(variable => `process.env.${variable}`);
  const indented = (value: Json): string => quoted(value, 2).replaceAll('\n', '\n  ');
  return [
    ...(typed === undefined ? [] : [typed, '']),
    `const response = await fetch(${quoted(request.url)}, {`,
    `  method: ${quoted(request.method)},`,
    '  headers: {',
    ...headers.map(
      header =>
        `    ${quoted(header.name)}: ${valueOf(header)}${typed !== undefined && header.value === null && header.before === undefined ? '!' : ''},`,
    ),
    '  },',
    ...(request.body ? [`  body: JSON.stringify(${indented(request.body)}),`] : []),
    '});',
    typed === undefined
      ? 'const answer = await response.json();'
      : 'const answer = (await response.json()) as Answer;',
    'if (!response.ok) throw new Error(answer.error);',
    'console.log(JSON.stringify(answer.data));',
  ].join('\n');
}

const tsTypes: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  currency: '{ amount: number; currency: string; symbol: string }',
  weight: '{ value: number; unit: string }',
};

/** @param isNumber whether values of a type are numbers */
function rowType(fields: readonly Field[], isNumber: (type: Field['type']) => boolean): string {
  const texts = new Set<string>([
    'string',
    'text',
    'date',
    'datetime',
    'timestamp',
    'time',
    'select',
    'email',
    'url',
    'phone',
    'person',
    'created_at',
    'updated_at',
    'created_by',
    'updated_by',
    'foreign_key',
    'relationship',
    'reference',
  ]);
  const members = fields
    .filter(({ isHidden }) => !isHidden)
    .map(({ name, type, required }) => {
      const of = texts.has(type)
        ? 'string'
        : isNumber(type)
          ? 'number'
          : type === 'multi_select'
            ? 'string[]'
            : (tsTypes[type] ?? 'unknown');
      return `  ${quoted(name)}: ${of}${required || of === 'unknown' ? '' : ' | null'};`;
    });
  return ['interface Row {', '  id: string;', ...members, '}'].join('\n');
}

function typesOf(
  request: ExampleRequest,
  fields: readonly Field[],
  isNumber: (type: Field['type']) => boolean,
): string {
  const data: Readonly<Record<string, string>> = {
    list: '{ rows: Row[] }',
    search: '{ rows: Row[] }',
    add: '{ row: Row }',
  };
  const of = memberOf(data, request.name);
  return [
    ...(of ? [rowType(fields, isNumber), ''] : []),
    `interface Answer {`,
    '  success: boolean;',
    '  error?: string;',
    `  data?: ${of ?? 'unknown'};`,
    '}',
  ].join('\n');
}

/** A JSON value as a literal of Python. */
function pythonLiteral(value: Json): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([name, one]) => `${quoted(name)}: ${pythonLiteral(one as Json)}`)
      .join(', ')}}`;
  return quoted(value);
}

function python(request: ExampleRequest, headers: readonly Header[]): string {
  const valueOf = valueIn(variable => `os.environ[${quoted(variable)}]`);
  const isRead = headers.some(({ value }) => value === null);
  return [
    'import json',
    ...(isRead ? ['import os'] : []),
    'import urllib.request',
    '',
    ...(request.body ? [`values = ${pythonLiteral(request.body)}`] : []),
    'request = urllib.request.Request(',
    `    ${quoted(request.url)},`,
    `    method=${quoted(request.method)},`,
    '    headers={',
    ...headers.map(header => `        ${quoted(header.name)}: ${valueOf(header)},`),
    '    },',
    ...(request.body ? ['    data=json.dumps(values).encode(),'] : []),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    answer = json.load(response)',
    'print(json.dumps(answer["data"]))',
  ].join('\n');
}

function go(request: ExampleRequest, headers: readonly Header[]): string {
  const valueOf = valueIn(variable => `os.Getenv(${quoted(variable)})`);
  const isRead = headers.some(({ value }) => value === null);
  const body = request.body ? `strings.NewReader(${quoted(quoted(request.body))})` : 'nil';
  return [
    'package main',
    '',
    'import (',
    '\t"fmt"',
    '\t"io"',
    '\t"net/http"',
    ...(isRead ? ['\t"os"'] : []),
    ...(request.body ? ['\t"strings"'] : []),
    ')',
    '',
    'func main() {',
    `\trequest, err := http.NewRequest(${quoted(request.method)}, ${quoted(request.url)}, ${body})`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    ...headers.map(header => `\trequest.Header.Set(${quoted(header.name)}, ${valueOf(header)})`),
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\tanswer, err := io.ReadAll(response.Body)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tif response.StatusCode >= 400 {',
    '\t\tpanic(string(answer))',
    '\t}',
    '\tfmt.Println(string(answer))',
    '}',
  ].join('\n');
}

/**
 * Writes a request as a program that runs as it stands.
 * @param table fields, and whether values of a type are numbers
 */
export function writeExample(
  language: ExampleLanguage,
  request: ExampleRequest,
  credentials: Credentials,
  table: {
    readonly fields: readonly Field[];
    readonly isNumber: (type: Field['type']) => boolean;
  },
): string {
  const headers = headersOf(request, credentials);
  switch (language) {
    case 'curl':
      return curl(request, headers);
    case 'JavaScript':
      return script(request, headers);
    case 'TypeScript':
      return script(request, headers, typesOf(request, table.fields, table.isNumber));
    case 'Python':
      return python(request, headers);
    case 'Go':
      return go(request, headers);
  }
}
