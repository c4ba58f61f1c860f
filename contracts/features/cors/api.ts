import * as z from 'zod';
import { command, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { CorsDomain, CorsSettings, PlatformPattern } from './domain.ts';

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
    'Takes a host with optional scheme and port, which are compared only if given, and `*.` in front for all its subdomains. At most 100; an existing one answers 409.',
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
  body: z.strictObject({ pattern: PlatformPattern, isOn: z.boolean() }),
  answer,
  summary: 'Switch a hosting platform pattern',
  description: 'Allows or refuses all origins of a hosting platform.',
});
