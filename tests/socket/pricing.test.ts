import { newId } from '@hzm/contracts/core/ids';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer, type Answer, type Person } from './support/test-server.ts';

const house = new TestServer();
let root: Person;
let ada: Person;
beforeAll(async () => {
  await house.open();
  root = await house.person('Root');
  ada = await house.person('Ada');
});
afterAll(() => house.close());

const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const campaignOf = (more: object = {}) => ({
  name: `Kampanya ${newId()}`,
  description: 'x',
  discountType: 'percentage',
  discountValue: 10,
  startDate: inDays(-1),
  endDate: inDays(1),
  ...more,
});
const shortOf = ({ op, kind, id }: { op: string; kind: string; id: string }) =>
  `${op} ${kind} ${id}`;

it('plans and campaigns live: people are told what is on offer and nothing of who did it, administrators everything', async () => {
  const [own, chief] = [await ada.connect(), await root.connect()];
  await Promise.all([own, chief].map(client => client.watch('pricing', house.position)));
  // Each message has the state of its own time: the next step waits until this one is reported.
  const told = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await root.ask(method, path, body);
    await Promise.all([own, chief].map(client => client.reached('pricing', answer.position)));
    return answer;
  };
  const { id: campaignId } = (await told('POST', '/pricing/campaigns', campaignOf())).body.data
    .campaign;
  const { id } = (await told('POST', '/pricing/plans', { name: 'Canlı', price: 10 })).body.data
    .plan;
  const { id: custom } = (
    await told('POST', '/pricing/plans', { name: 'Müşteriye özel', price: 5, planType: 'custom' })
  ).body.data.plan;
  await told('PUT', `/pricing/plans/${id}`, { campaignId });
  const hidden = await told('PUT', `/pricing/plans/${id}`, { isActive: false });
  await told('DELETE', `/pricing/plans/${id}`);
  await told('DELETE', `/pricing/campaigns/${campaignId}`);
  expect(hidden.body.data.plan.isOffered).toBe(false);

  const all = chief.changes('pricing');
  expect(
    all
      .filter(({ kind, id: one }) => kind === 'plan' && one === id)
      .map(({ op, doc }) => [op, doc?.['campaignId'], doc?.['isOffered']]),
  ).toEqual([
    ['put', null, true],
    ['put', campaignId, true],
    ['put', campaignId, false],
    ['drop', undefined, undefined],
  ]);
  expect(all.map(shortOf)).toContain(`put plan ${custom}`);
  expect(all[0]).toMatchObject({ actor: { id: root.id, name: 'Root' } });

  const seen = own.changes('pricing');
  expect(
    seen.filter(({ kind, id: one }) => kind === 'plan' && one === id).map(({ op }) => op),
  ).toEqual(['put', 'put', 'drop', 'drop']);
  expect(
    seen
      .filter(({ kind, op }) => kind === 'campaign' && op === 'put')
      .map(({ doc }) => doc?.['isOffered']),
  ).toEqual([true]);
  expect(JSON.stringify(own.messages)).not.toContain('Müşteriye özel');
  expect(seen.every(({ actor, requestId }) => actor === undefined && requestId === undefined)).toBe(
    true,
  );
});

it('people on that topic do not meet: there is no presence of them', async () => {
  const bora = await house.person('Bora');
  const [own, other] = [await ada.connect(), await bora.connect()];
  await Promise.all([own, other].map(client => client.watch('pricing')));
  other.socket.emit('presence', { topic: 'pricing', state: { mode: 'view' } });
  const { position } = await root.ask('POST', '/pricing/plans', { name: 'Sessiz', price: 1 });
  await Promise.all([own, other].map(client => client.reached('pricing', position)));
  expect(own.order.filter(event => event === 'presence')).toEqual([]);
});

it('whoever takes a plan, or is put on one, hears of it at once; administrators hear of everybody', async () => {
  const { id } = (
    await root.ask('POST', '/pricing/plans', {
      name: 'Premium',
      price: 10,
      maxProjects: 8,
      maxTables: 9,
    })
  ).body.data.plan;
  const [own, chief] = [await ada.connect(), await root.connect()];
  await Promise.all([
    own.watch(`user:${ada.id}`, house.position),
    chief.watch('admin', house.position),
  ]);
  const told = ({ position }: Answer) =>
    Promise.all([own.reached(`user:${ada.id}`, position), chief.reached('admin', position)]);
  await told(
    await ada.ask('PUT', '/pricing/subscription', { planId: id, cycle: 'monthly', price: 10 }),
  );
  await told(await root.ask('DELETE', `/pricing/subscribers/${ada.id}`));
  const onPlan = {
    op: 'put',
    kind: 'user',
    doc: { subscriptionType: 'premium', planName: 'Premium', maxProjects: 8, maxTables: 9 },
  };
  const free = {
    op: 'put',
    kind: 'user',
    doc: { subscriptionType: 'free', planName: null, maxProjects: 2, maxTables: 5 },
  };
  // The limits and the plan's name are two events of one decision: what counts is the later push.
  const changes = own
    .changes(`user:${ada.id}`)
    .filter(({ kind }) => kind !== 'notification')
    .filter(({ kind }, i, all) => kind !== all[i + 1]?.kind);
  expect(changes).toMatchObject([
    onPlan,
    { op: 'put', kind: 'subscription', id: ada.id, doc: { planId: id, price: 10, isEnded: false } },
    free,
    { op: 'put', kind: 'subscription', doc: { isEnded: true } },
  ]);
  expect(chief.changes('admin').filter(({ kind }) => kind === 'subscription')).toMatchObject([
    { doc: { accountId: ada.id, name: 'Ada', planName: 'Premium' } },
    { doc: { isEnded: true } },
  ]);
});
