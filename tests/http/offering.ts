import { beforeAll, expect } from 'vitest';
import { serve, type Answer, type Headed } from './serve.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
export const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/** A server with an administrator, who makes plans and campaigns, and what people do with them. */
export function offering() {
  const server = serve();
  const { ask, register } = server;
  type Person = Awaited<ReturnType<typeof register>>;
  let root: Person | undefined;
  beforeAll(async () => {
    root = await register('Yonetici');
  });
  const as = (
    who: Person,
    method: string,
    path: string,
    body?: unknown,
    headers: Headed = {},
  ): Promise<Answer> => ask(method, path, body, { ...who.session, ...headers });
  const admin = (): Person => root!;
  const to = (
    method: string,
    path: string,
    body?: unknown,
    headers: Headed = {},
  ): Promise<Answer> => as(admin(), method, path, body, headers);

  let named = 0;
  const newPlan = async (
    more: object = {},
  ): Promise<{ readonly id: string; readonly name: string }> => {
    const { status, body } = await to('POST', '/pricing/plans', {
      name: `Plan ${++named}`,
      price: 99.9,
      maxProjects: 3,
      maxTables: 2,
      ...more,
    });
    expect([status, body.error]).toEqual([201, undefined]);
    return body.data.plan;
  };
  const newCampaign = async (more: object = {}): Promise<{ readonly id: string }> => {
    const { status, body } = await to('POST', '/pricing/campaigns', {
      name: `Kampanya ${++named}`,
      description: 'x',
      discountType: 'percentage',
      discountValue: 15,
      startDate: inDays(-1),
      endDate: inDays(1),
      ...more,
    });
    expect([status, body.error]).toEqual([201, undefined]);
    return body.data.campaign;
  };
  const quotesOf = async (who: Person, planId: string, query = '') =>
    (await as(who, 'GET', `/pricing/quotes?planId=${planId}${query}`)).body.data;
  const take = (
    who: Person,
    planId: string,
    more: object = {},
    headers: Headed = {},
  ): Promise<Answer> =>
    as(
      who,
      'PUT',
      '/pricing/subscription',
      { planId, cycle: 'monthly', price: 99.9, ...more },
      headers,
    );
  const mine = async (who: Person) => (await as(who, 'GET', '/pricing/subscription')).body.data;
  const limitsOf = async (who: Person) => {
    const { subscriptionType, maxProjects, maxTables } = (await as(who, 'GET', '/auth/me')).body
      .data.user;
    return [subscriptionType, maxProjects, maxTables];
  };
  return { ...server, admin, as, to, newPlan, newCampaign, quotesOf, take, mine, limitsOf };
}
