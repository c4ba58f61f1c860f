import * as z from 'zod';
import { command, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { CorsDomain, CorsSettings, OriginVerdict, PlatformPattern, TypedOrigin } from './domain.ts';

const answer = z.object({ project: CorsSettings });

export const getCors = query({
  name: 'get-cors',
  call: 'GET /projects/:projectId/cors/domains',
  also: ['/cors/domains'],
  access: 'project:read',
  params: z.strictObject({ projectId: Id }),
  answer,
  summary: 'List allowed origins',
});

export const addCorsDomain = command({
  name: 'add-cors-domain',
  call: 'POST /projects/:projectId/cors/domains',
  also: ['/cors/domains'],
  access: 'project:write',
  status: 201,
  params: z.strictObject({ projectId: Id }),
  body: z.strictObject({ domain: CorsDomain }),
  answer,
  summary: 'Add an allowed origin',
  description:
    'Takes a host with optional scheme and port, which are compared only if given, and `*.` in front for all its subdomains; or a page of an app or extension: `capacitor://host`, `ionic://host`, `chrome-extension://id`, `moz-extension://id`. At most 100; an existing one answers 409.',
});

export const removeCorsDomain = command({
  name: 'remove-cors-domain',
  call: 'DELETE /projects/:projectId/cors/domains/:domain',
  also: ['/cors/domains/:domain'],
  access: 'project:write',
  params: z.strictObject({ projectId: Id, domain: CorsDomain }),
  answer,
  summary: 'Remove an allowed origin',
});

export const switchCorsPattern = command({
  name: 'switch-cors-pattern',
  call: 'PUT /projects/:projectId/cors/patterns',
  also: ['/cors/patterns'],
  access: 'project:write',
  params: z.strictObject({ projectId: Id }),
  body: z.strictObject({ pattern: PlatformPattern.optional(), isOn: z.boolean() }),
  answer,
  summary: 'Switch a hosting platform pattern',
  description: 'Allows or refuses all origins of a hosting platform; without `pattern`, of each.',
});

export const testOrigin = query({
  name: 'test-origin',
  call: 'GET /projects/:projectId/cors/test',
  access: 'project:read',
  params: z.strictObject({ projectId: Id }),
  query: z.strictObject({ origin: TypedOrigin }),
  answer: z.object({ verdict: OriginVerdict }),
  summary: 'Test an origin',
  description:
    "Tells whether pages of an origin may use the project's keys, and by which rule. Pages of this server always may.",
});
