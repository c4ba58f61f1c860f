import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import { shellQuoted } from '../../lib/shell-quoted.ts';

export interface DataCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** A shell command, with placeholders in braces. */
  readonly curl: string;
}

const identity = ['X-API-Key: {key}', 'X-User-Email: {email}', 'X-Project-Password: {password}'];

/**
 * Returns the calls that read and write the rows behind a widget. Columns without a type are no
 * fields and cannot be written.
 */
export function callsOf(
  origin: string,
  widgetId: string,
  columns: readonly { readonly name: string; readonly type: FieldType | null }[],
): readonly DataCall[] {
  const all = `/widgets/${widgetId}/data`;
  const one = `${all}/{id}`;
  const fields = columns.filter(({ type }) => type !== null);
  const row = JSON.stringify(Object.fromEntries(fields.map(({ name }) => [name, `{${name}}`])));
  return (
    [
      ['GET', all],
      ['POST', all],
      ['PUT', one],
      ['DELETE', one],
    ] as const
  ).map(([method, path]) => {
    const writes = method === 'POST' || method === 'PUT';
    const headers = [...identity, ...(writes ? ['Content-Type: application/json'] : [])];
    return {
      method,
      path,
      curl: [
        'curl --globoff',
        ...(method === 'GET' ? [] : [`-X ${method}`]),
        shellQuoted(`${origin}/api/v1${path}`),
        ...headers.map(header => `-H ${shellQuoted(header)}`),
        ...(writes ? [`-d ${shellQuoted(row)}`] : []),
      ].join(' '),
    };
  });
}
