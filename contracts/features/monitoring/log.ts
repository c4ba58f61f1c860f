import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';

export const LOG_CATEGORIES = ['all', 'recent', 'http', 'deploy', 'performance', 'errors'] as const;
export const LogCategoryId = z.enum(LOG_CATEGORIES);
export type LogCategoryId = z.output<typeof LogCategoryId>;

/** Entries counted in a category; beyond it, `count` is a minimum. */
export const MAX_COUNTED = 10_000;
/** Hours that the category `recent` covers. */
export const RECENT_HOURS = 1;
/** Hours that figures cover, and the requests that they are computed from at most. */
export const FIGURE_HOURS = 24;
export const MAX_MEASURED = 5_000;
/** Maximum entries of one answer. */
export const MAX_LOGS = 100;

export const LogCategory = z
  .object({
    id: LogCategoryId,
    name: z.string(),
    description: z.string(),
    count: z.int(),
    /** Whether counting stopped at a bound. */
    countIsAtLeast: z.literal(true).optional(),
    lastActivity: Instant.nullable(),
  })
  .meta({ id: 'LogCategory' });
export type LogCategory = z.output<typeof LogCategory>;

export const LOG_TYPES = ['success', 'error', 'warning', 'info'] as const;
export const LogType = z.enum(LOG_TYPES);
export type LogType = z.output<typeof LogType>;

/** The caller of a request. `name` is null for people who are not of the project. */
const LogActor = z.object({
  kind: z.enum(['person', 'key', 'master', 'anonymous']),
  id: z.string().nullable(),
  name: z.string().nullable(),
});
export type LogActor = z.output<typeof LogActor>;

/** Milliseconds within which half, and 95 of 100, of the requests were answered. */
export const LogFigures = z
  .object({ requests: z.int(), failed: z.int(), p50: z.number(), p95: z.number() })
  .meta({ id: 'LogFigures' });
export type LogFigures = z.output<typeof LogFigures>;

/** An answered request without what it carried. `route` is the pattern of its path. */
const LoggedRequest = z.object({
  method: z.string(),
  route: z.string(),
  call: z.string(),
  status: z.int(),
  code: z.string().nullable(),
  ms: z.number(),
  bytes: z.int(),
  requestId: z.string(),
  /** Project of the request, in answers about the installation; null for none. */
  project: z.object({ id: Id, name: z.string() }).nullable().optional(),
  /** Position of what the request wrote, where the reader may see the history. */
  position: z.string().nullable(),
});

/** A line of the log; `actor` is null where the reader may not know who asked. */
export const LogLine = z
  .object({
    id: z.string(),
    time: Instant,
    type: LogType,
    source: z.enum(['http', 'deploy', 'performance']),
    message: z.string(),
    actor: LogActor.nullable(),
    request: LoggedRequest.optional(),
    figures: LogFigures.optional(),
  })
  .meta({ id: 'LogLine' });
export type LogLine = z.output<typeof LogLine>;

/** A process of the server, from its start to its end. `ended`: without having stopped. */
export const Deployment = z
  .object({
    id: Id,
    version: z.string(),
    status: z.enum(['running', 'stopped', 'ended']),
    startedAt: Instant,
    stoppedAt: Instant.nullable(),
  })
  .meta({ id: 'Deployment' });
export type Deployment = z.output<typeof Deployment>;

/** `requests` of the last 24 hours; `figures` is null without any. */
export const ProjectHealth = z
  .object({
    status: z.enum(['healthy', 'degraded', 'failing']),
    checks: z.array(
      z.object({
        name: z.enum(['event-store', 'read-model', 'views', 'requests']),
        isOk: z.boolean(),
        message: z.string(),
      }),
    ),
    figures: LogFigures.nullable(),
    lastActivity: Instant.nullable(),
  })
  .meta({ id: 'ProjectHealth' });
export type ProjectHealth = z.output<typeof ProjectHealth>;
