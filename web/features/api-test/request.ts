import { memberOf } from '@hzm/contracts/core/json';
import { encodeQuery } from '../../lib/address.ts';
import { shellQuoted } from '../../lib/shell-quoted.ts';
import { keyOf, type Draft, type KeyHeaders } from './draft.ts';
import type { Operation } from './reference.ts';

/** Identifies the caller of a request. */
export type Caller =
  | { readonly kind: 'session' | 'nobody'; readonly token: string }
  | (KeyHeaders & { readonly kind: 'key' });

export interface RawRequest {
  readonly method: string;
  /** URL path and query. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | File | undefined;
}

/** Headers with a secret, and the shell variable that a copied command reads instead. */
const variables: ReadonlyMap<string, string> = new Map([
  ['Authorization', 'Bearer $HZM_TOKEN'],
  ['X-API-Key', '$HZM_API_KEY'],
  ['X-Project-Password', '$HZM_PASSWORD'],
]);

function callerHeaders(caller: Caller): Record<string, string> {
  if (caller.kind !== 'key')
    return caller.kind === 'session' ? { Authorization: `Bearer ${caller.token}` } : {};
  const given = {
    'X-API-Key': caller.apiKey,
    'X-User-Email': caller.email,
    'X-Project-Password': caller.password,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}

/** Returns the request of a call without faults. Empty parameters are omitted. */
export function requestOf(
  operation: Operation,
  draft: Draft,
  caller: Caller,
  language: string,
  file?: File,
): RawRequest {
  const given = operation.parameters
    .map(one => ({ ...one, value: draft.values[keyOf(one)] ?? '' }))
    .filter(({ value }) => value !== '');
  const valuesOf = (place: string): Record<string, string> =>
    Object.fromEntries(given.filter(one => one.in === place).map(one => [one.name, one.value]));
  const query = Object.fromEntries(
    given
      .filter(one => one.in === 'query')
      .map(one => [one.name, one.style === 'deepObject' ? JSON.parse(one.value) : one.value]),
  );
  const text = encodeQuery(query);
  const inPath = valuesOf('path');
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    // The path of a custom endpoint has slashes of its own.
    (memberOf(inPath, name) ?? '').split('/').map(encodeURIComponent).join('/'),
  );
  const body = file ?? (operation.body && draft.body.trim() !== '' ? draft.body : undefined);
  return {
    method: operation.method,
    address: `/api/v1${path}${text === '' ? '' : `?${text}`}`,
    headers: {
      Accept: 'application/json',
      'Accept-Language': language,
      ...(body !== undefined && {
        'Content-Type': file ? file.type || 'application/octet-stream' : 'application/json',
      }),
      ...valuesOf('header'),
      ...callerHeaders(caller),
    },
    body,
  };
}

/**
 * Returns a shell command that sends a request. Its secrets are shell variables, because commands
 * are shared with others.
 */
export function curlOf(origin: string, { method, address, headers, body }: RawRequest): string {
  const file = body instanceof File ? `@${body.name}` : undefined;
  return [
    // Brackets of filters are no ranges.
    'curl --globoff',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    shellQuoted(origin + address),
    ...Object.entries(headers).map(([name, value]) =>
      variables.has(name)
        ? `-H "${name}: ${variables.get(name)}"`
        : `-H ${shellQuoted(`${name}: ${value}`)}`,
    ),
    ...(file === undefined ? [] : [`--data-binary ${shellQuoted(file)}`]),
    // `--data` would read a file from a body that begins with @.
    ...(typeof body === 'string' ? [`--data-raw ${shellQuoted(body)}`] : []),
  ].join(' ');
}
