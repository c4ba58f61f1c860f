import type { AnswerOf, InputOf } from '@hzm/contracts/core/call';
import { ordinal } from '@hzm/contracts/core/position';
import { MAX_COUNTED } from '@hzm/contracts/features/administration/administration';
import type { getUser, listUsers } from '@hzm/contracts/features/administration/api';
import { MemberRole } from '@hzm/contracts/features/members/role';
import { MAX_PLANS } from '@hzm/contracts/features/pricing/plan';
import {
  EVERYBODY,
  listedProjects,
  personDocs,
} from '@hzm/projections/features/administration/administration';
import { memberDocs } from '@hzm/projections/features/members/members';
import { planDocs } from '@hzm/projections/features/pricing/pricing';
import { binnedProjectDocs } from '@hzm/projections/features/projects/projects';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import type { Engine, Result } from '@hzm/services/core/engine';
import { SYSTEM, type Asker } from '@hzm/services/core/ports/read-model';
import { projectsOf } from '../../access/reachable.ts';
import { personDoc } from './change-user.ts';
import { listedUserOf } from './view.ts';

/** A page of everybody. */
export async function list(
  { model }: { readonly model: Pick<Engine['model'], 'find'> },
  {
    page,
    limit,
    search,
    isActive,
    isAdmin,
    subscriptionType,
    sort,
    order,
    count,
  }: InputOf<typeof listUsers>['query'],
  asker: Asker,
): Promise<AnswerOf<typeof listUsers>> {
  const is = (
    path: 'columns.isActive' | 'columns.isAdmin' | 'columns.subscriptionType',
    value: boolean | string | undefined,
  ) => (value === undefined ? [] : [{ path, op: 'eq', value } as const]);
  const {
    docs,
    total = 0,
    totalIsAtLeast,
  } = await model.find({
    collection: personDocs,
    partition: EVERYBODY,
    ...asker,
    where: [
      ...(search ? [{ path: 'columns.text', op: 'contains', text: search } as const] : []),
      ...is('columns.isActive', isActive),
      ...is('columns.isAdmin', isAdmin),
      ...is('columns.subscriptionType', subscriptionType),
    ],
    sort: {
      by: sort === 'createdAt' ? 'created' : { path: `columns.${sort}` },
      descending: order === 'desc',
    },
    skip: (page - 1) * limit,
    limit,
    count: count === 'exact' || { upTo: Math.max(MAX_COUNTED, (page + 1) * limit) },
  });
  return {
    users: docs.map(listedUserOf),
    pagination: {
      page,
      limit,
      total,
      totalPages: Math.ceil(total / limit),
      ...(totalIsAtLeast && { totalIsAtLeast }),
    },
  };
}

/** A person, with what would go with them. */
export async function look(
  engine: Engine,
  accountId: string,
): Promise<Result<AnswerOf<typeof getUser>>> {
  const doc = await personDoc(engine, accountId);
  const [own, binned, shared] = await Promise.all([
    projectsOf(engine, accountId),
    projectsOf(engine, accountId, binnedProjectDocs),
    engine.model.find({
      collection: memberDocs,
      where: [
        { path: 'userId', op: 'eq', value: accountId },
        { path: 'role', op: 'in', values: MemberRole.options },
      ],
      limit: 0,
      count: true,
    }),
  ]);
  const ending = [...own, ...binned];
  const belongings = {
    projects: ending.length,
    tables: ending.reduce((sum, { tableCount }) => sum + tableCount, 0),
    shared: shared.total ?? 0,
  };
  return { data: { user: listedUserOf(doc), belongings }, version: ordinal(doc.position) };
}

/**
 * Counts the rare values and derives the rest, so that the cost does not grow with the number of
 * people.
 */
export async function figures({ model, status }: Engine) {
  const people = async (
    path: 'columns.isActive' | 'columns.subscriptionType',
    value: boolean | string,
  ): Promise<number> =>
    (
      await model.find({
        collection: personDocs,
        partition: EVERYBODY,
        where: [{ path, op: 'eq', value }],
        limit: 0,
        count: true,
        ...SYSTEM,
      })
    ).total ?? 0;
  const [everybody, passive, premiumUsers, { docs: plans }, projects, tables, { eventStore }] =
    await Promise.all([
      model.find({
        collection: personDocs,
        partition: EVERYBODY,
        limit: 0,
        count: true,
        ...SYSTEM,
      }),
      people('columns.isActive', false),
      people('columns.subscriptionType', 'premium'),
      model.find({ collection: planDocs, limit: MAX_PLANS }),
      model.find({
        collection: listedProjects,
        partition: EVERYBODY,
        limit: 0,
        count: true,
        ...SYSTEM,
      }),
      model.find({ collection: tableDocs, limit: 0, count: true }),
      status.status(),
    ]);
  const totalUsers = everybody.total ?? 0;
  return {
    totalUsers,
    activeUsers: totalUsers - passive,
    premiumUsers,
    totalPlans: plans.length,
    activePlans: plans.filter(({ isActive }) => isActive).length,
    totalProjects: projects.total ?? 0,
    totalTables: tables.total ?? 0,
    dataSize: eventStore.size,
  };
}
