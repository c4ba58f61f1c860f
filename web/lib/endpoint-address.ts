import type { EndpointDefinition } from '@hzm/contracts/features/custom-endpoints/definition';
import { shellQuoted } from './shell-quoted.ts';

/** Returns the URL of a version; by default of the current one. */
export const endpointAddress = (
  origin: string,
  projectId: string,
  path: string,
  version?: number,
): string =>
  `${origin}/api/v1/custom/${projectId}/${version === undefined ? '' : `v${version}/`}${path}`;

/** Returns a shell command that calls the endpoint, with placeholders in braces. */
export function curlOf(
  origin: string,
  projectId: string,
  {
    method,
    path,
    parameters,
    caller,
  }: Pick<EndpointDefinition, 'method' | 'path' | 'parameters' | 'caller'>,
): string {
  const query = parameters
    .filter(one => one.in === 'query' && one.required)
    .map(({ name }) => `${name}={${name}}`)
    .join('&');
  const body = parameters.filter(one => one.in === 'body');
  const address =
    endpointAddress(origin, projectId, path.replaceAll(/:(\w+)/g, '{$1}')) +
    (query === '' ? '' : `?${query}`);
  const called = method === 'ANY' ? (body.length > 0 ? 'POST' : 'GET') : method;
  return [
    'curl',
    '--globoff',
    ...(called === 'GET' ? [] : ['-X', called]),
    shellQuoted(address),
    ...(caller === 'public' ? [] : ['-H', shellQuoted('X-API-Key: {key}')]),
    ...(caller === 'identity'
      ? [
          '-H',
          shellQuoted('X-User-Email: {email}'),
          '-H',
          shellQuoted('X-Project-Password: {password}'),
        ]
      : []),
    ...(called === 'GET' || body.length === 0
      ? []
      : [
          '-H',
          shellQuoted('Content-Type: application/json'),
          '-d',
          shellQuoted(
            JSON.stringify(
              Object.fromEntries(
                body.map(({ name, type }) => [
                  name,
                  type === 'number'
                    ? 0
                    : type === 'boolean'
                      ? true
                      : type === 'json'
                        ? null
                        : `{${name}}`,
                ]),
              ),
            ),
          ),
        ]),
  ].join(' ');
}
