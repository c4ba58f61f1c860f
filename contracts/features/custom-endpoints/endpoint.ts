import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { name } from '../../core/name.ts';
import { EndpointDefinition, EndpointMethod } from './definition.ts';

/** Maximum endpoints per project, versions per endpoint, and versions callable at once. */
export const MAX_ENDPOINTS = 100;
export const MAX_VERSIONS = 500;
export const MAX_CALLABLE = 10;
/** Days for which the previous version stays callable: maximum and default. */
export const MAX_KEEP_DAYS = 365;
export const DEFAULT_KEEP_DAYS = 30;

export const EndpointName = name({ max: 100, empty: 'endpoint-name-empty' });

/**
 * `draft` was never published, `off` is switched off; `broken` is on, but a field or table it needs
 * was deleted or changed.
 */
export const EndpointState = z.enum(['draft', 'live', 'off', 'broken']);
export type EndpointState = z.output<typeof EndpointState>;

/**
 * `until` is when the version stops being callable under its versioned path; null for the current
 * one. A version that ended can still be rolled back to.
 */
export const EndpointVersion = z
  .object({
    version: z.int(),
    method: EndpointMethod,
    path: z.string(),
    definition: EndpointDefinition,
    publishedAt: Instant,
    publishedBy: z.string(),
    until: Instant.nullable(),
  })
  .meta({ id: 'EndpointVersion' });
export type EndpointVersion = z.output<typeof EndpointVersion>;

/**
 * An endpoint in a list. `method` and `path` are those of the current version, else of the draft.
 * `calls` is accurate to 10 s.
 */
export const ListedEndpoint = z
  .object({
    id: Id,
    projectId: Id,
    requestId: Id.nullable(),
    name: z.string(),
    method: EndpointMethod,
    path: z.string(),
    state: EndpointState,
    version: z.int().nullable().meta({
      description: 'The version that is called without one; null before the first is published',
    }),
    lastVersion: z.int(),
    isChanged: z
      .boolean()
      .meta({ description: 'The draft differs from the version that is called' }),
    calls: z.int(),
    lastCalled: Instant.nullable(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'ListedEndpoint' });
export type ListedEndpoint = z.output<typeof ListedEndpoint>;

/** A reason why an endpoint is broken, in the reader's language. */
const Fault = z.object({ path: z.string(), message: z.string() });

export const CustomEndpoint = ListedEndpoint.extend({
  _version: z.int(),
  draft: EndpointDefinition,
  faults: z.array(Fault),
  versions: z.array(EndpointVersion),
  usage: z.object({
    days: z.array(z.object({ day: z.string(), used: z.int() })),
    calls: z.array(z.object({ at: Instant, call: z.string(), status: z.int() })),
  }),
}).meta({ id: 'CustomEndpoint' });
export type CustomEndpoint = z.output<typeof CustomEndpoint>;

/**
 * A version of an endpoint that a change would break. `path` is the called path; `until` is when it
 * stops being callable, null for the current version.
 */
export const AffectedEndpoint = z
  .object({
    id: Id,
    name: z.string(),
    method: EndpointMethod,
    path: z.string(),
    version: z.int(),
    until: Instant.nullable(),
  })
  .meta({ id: 'AffectedEndpoint' });
export type AffectedEndpoint = z.output<typeof AffectedEndpoint>;
