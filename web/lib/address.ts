import type { Call } from '@hzm/contracts/core/call';
import { memberOf } from '@hzm/contracts/core/json';

const BASE = '/api/v1';

/** What a query or a path parameter is written from. */
type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Value[]
  | { readonly [name: string]: Value };

/**
 * Nested members become brackets: `{filter: {ad: {eq: 'x'}}}` is `filter[ad][eq]=x`. Absent members
 * are left out.
 */
function encodeQuery(query: { readonly [name: string]: Value }): string {
  const pairs = new URLSearchParams();
  const write = (name: string, value: Value): void => {
    if (value === undefined || value === null) return;
    if (typeof value === 'object')
      for (const [key, inner] of Object.entries(value)) write(`${name}[${key}]`, inner);
    else pairs.append(name, String(value));
  };
  for (const [name, value] of Object.entries(query)) write(name, value);
  return pairs.toString();
}

/** A call's path with its parameters filled in. */
const fillPath = (path: string, params: { readonly [name: string]: Value }): string =>
  path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(memberOf(params, name) as string | number),
  );

/**
 * Where a call goes, from the server's root. A project that its path does not name stands in the
 * query.
 */
export function addressOf(call: Pick<Call, 'path'>, params: unknown, query: unknown): string {
  const named = (params ?? {}) as { [name: string]: Value };
  const path = BASE + fillPath(call.path, named);
  const text = encodeQuery({
    ...(!call.path.includes(':projectId') && { project_id: named['projectId'] }),
    ...(query as { [name: string]: Value } | undefined),
  });
  return text === '' ? path : `${path}?${text}`;
}
