import * as z from 'zod';
import { count, Instant } from '../../core/call.ts';
import { SubscriptionType, UNLIMITED } from '../accounts/account.ts';
import { Project } from '../projects/project.ts';

/** A limit of a plan; -1: none. */
export const PlanLimit = z.int().min(UNLIMITED).max(1_000_000);

/** Limit of what a project keeps, in bytes; -1: none. */
export const StorageLimit = z
  .int()
  .min(UNLIMITED)
  .max(2 ** 50);
const GIB = 2 ** 30;
/** Storage of a project, in bytes, where no plan says otherwise. */
export const USUAL_STORAGE = GIB;
const PREMIUM_STORAGE = 100 * GIB;

/** The storage that goes with limits from before storage was limited. */
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

/** `admin` makes an administrator: of the largest plan, without limits unless some are given. */
export const PlanChoice = z.enum([...SubscriptionType.options, 'admin']);

type Subscription = z.output<typeof SubscriptionType>;
interface Limits {
  readonly maxProjects: number;
  readonly maxTables: number;
  readonly maxStorage: number;
}
/**
 * What a subscription type allows where an administrator names no limits. @param offered the plan
 * that carries its name, if there is one (`planOfType`)
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

/** Where to look in a list. */
export const page = {
  page: count(1, 1_000_000).default(1),
  limit: count(1, 100).default(20),
  search: z.string().trim().max(200).optional(),
};
/**
 * `bounded`: what passes a search or filters is counted up to `MAX_COUNTED`, or a page behind the
 * one asked for; `pagination.totalIsAtLeast` tells that there are more.
 */
export const counting = z.enum(['exact', 'bounded']).default('exact');
export const MAX_COUNTED = 200;
export const flag = z
  .enum(['true', 'false'])
  .transform(value => value === 'true')
  .optional();

/**
 * What goes with a person: their own projects, the tables in them, and the projects of others that
 * they are in.
 */
export const Belongings = z.object({ projects: z.int(), tables: z.int(), shared: z.int() });

/**
 * `rowCount`: null where a project has more tables than are counted. `changedAt`: of the last
 * change of the project, its settings or its tables; rows do not count.
 */
export const AdminProject = Project.extend({
  rowCount: z.int().nullable(),
  changedAt: Instant,
}).meta({ id: 'AdminProject' });
export type AdminProject = z.output<typeof AdminProject>;

/** `dataSize`: of the log, in bytes; null while it is not known. */
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
