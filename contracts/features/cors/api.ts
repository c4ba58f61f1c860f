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
  summary: "From whose pages a project's keys may be used.",
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
  summary:
    'Let pages of a domain in: a host, with scheme and port optional (what is not said is not compared), `*.` in front for all hosts under it. At most 100; one that is there: 409.',
});

export const removeCorsDomain = command({
  name: 'remove-cors-domain',
  call: 'DELETE /projects/:projectId/cors/domains/:domain',
  also: ['/cors/domains/:domain'],
  access: 'project:write',
  params: z.strictObject({ projectId: Id, domain: CorsDomain }),
  answer,
  summary: 'Let pages of a domain in no more.',
});

export const switchCorsPattern = command({
  name: 'switch-cors-pattern',
  call: 'PUT /projects/:projectId/cors/patterns',
  also: ['/cors/patterns'],
  access: 'project:write',
  params: z.strictObject({ projectId: Id }),
  body: z.strictObject({ pattern: PlatformPattern, isOn: z.boolean() }),
  answer,
  summary: 'Let pages of a hosting platform in, or no more.',
});
