import type { Call } from '@hzm/contracts/core/call';
import { memberOf } from '@hzm/contracts/core/json';

const BASE = '/api/v1';

/** A value of a query or path parameter. */
type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Value[]
  | { readonly [name: string]: Value };

/**
 * Encodes nested members with brackets: `{filter: {ad: {eq: 'x'}}}` is `filter[ad][eq]=x`. Skips
 * absent members.
 */
export function encodeQuery(query: { readonly [name: string]: Value }): string {
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

/** Fills in the parameters of a call's path. */
const fillPath = (path: string, params: { readonly [name: string]: Value }): string =>
  path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(memberOf(params, name) as string | number),
  );

/**
 * Returns the URL path and query of a call. A project that the path does not name goes into the
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
