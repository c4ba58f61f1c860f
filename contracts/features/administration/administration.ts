import * as z from 'zod';
import { count, Instant } from '../../core/call.ts';
import { SubscriptionType, UNLIMITED } from '../accounts/account.ts';
import { Project } from '../projects/project.ts';

/** A limit of a plan; -1 means none. */
export const PlanLimit = z.int().min(UNLIMITED).max(1_000_000);

/** Maximum storage of a project in bytes; -1 means none. */
export const StorageLimit = z
  .int()
  .min(UNLIMITED)
  .max(2 ** 50);
const GIB = 2 ** 30;
/** Default storage of a project in bytes, if no plan sets it. */
export const USUAL_STORAGE = GIB;
const PREMIUM_STORAGE = 100 * GIB;

/** Returns the storage for limits that were set before storage was limited. */
export const storageBeside = ({
  subscriptionType,
  maxProjects,
}: {
  readonly subscriptionType?: unknown;
  readonly maxProjects?: unknown;
}): number =>
  maxProjects === UNLIMITED
    ? UNLIMITED
    : subscriptionType === 'premium' || subscriptionType === 'enterprise'
      ? PREMIUM_STORAGE
      : USUAL_STORAGE;

/**
 * A subscription type, or `admin` for an administrator on the largest plan, unlimited by default.
 */
export const PlanChoice = z.enum([...SubscriptionType.options, 'admin']);

type Subscription = z.output<typeof SubscriptionType>;
interface Limits {
  readonly maxProjects: number;
  readonly maxTables: number;
  readonly maxStorage: number;
}
/**
 * Returns the default limits of a subscription type.
 * @param offered the plan that carries the type's name, if any (`planOfType`)
 */
export const limitsOf = (plan: Subscription, offered?: Limits): Limits =>
  offered
    ? {
        maxProjects: offered.maxProjects,
        maxTables: offered.maxTables,
        maxStorage: offered.maxStorage,
      }
    : plan === 'premium'
      ? { maxProjects: 100, maxTables: 100, maxStorage: PREMIUM_STORAGE }
      : { maxProjects: 2, maxTables: 5, maxStorage: USUAL_STORAGE };

/** Pagination and search of a list. */
export const page = {
  page: count(1, 1_000_000).default(1),
  limit: count(1, 100).default(20),
  search: z.string().trim().max(200).optional(),
};
/**
 * `bounded` counts the matches of a search or filter up to `MAX_COUNTED`, or up to one page beyond
 * the requested one; `pagination.totalIsAtLeast` then says that there are more.
 */
export const counting = z.enum(['exact', 'bounded']).default('exact');
export const MAX_COUNTED = 200;
export const flag = z
  .enum(['true', 'false'])
  .transform(value => value === 'true')
  .optional();

/** A person's own projects, the tables in them, and the projects shared with the person. */
export const Belongings = z.object({ projects: z.int(), tables: z.int(), shared: z.int() });

/**
 * `rowCount` is null if the project has too many tables to count. `changedAt` is the last change of
 * the project, its settings or its tables, but not of rows.
 */
export const AdminProject = Project.extend({
  rowCount: z.int().nullable(),
  changedAt: Instant,
  binnedUntil: Instant.nullable().meta({
    description: 'The end of its stay in the bin; null: it is not there.',
  }),
}).meta({ id: 'AdminProject' });
export type AdminProject = z.output<typeof AdminProject>;

/** `dataSize` is the size of the log in bytes, null while unknown. */
export const AdminStats = z
  .object({
    totalUsers: z.int(),
    activeUsers: z.int(),
    premiumUsers: z.int(),
    totalPlans: z.int(),
    activePlans: z.int(),
    totalProjects: z.int(),
    totalTables: z.int(),
    dataSize: z.number().nullable(),
  })
  .meta({ id: 'AdminStats' });
export type AdminStats = z.output<typeof AdminStats>;
