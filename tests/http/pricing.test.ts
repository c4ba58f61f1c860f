import { amountOf, minor } from '@hzm/contracts/features/pricing/money';
import { addMonths } from '@hzm/contracts/features/pricing/price';
import { newId } from '@hzm/contracts/core/ids';
import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Answer, type Headed } from './serve.ts';

const { ask, register, table, restart } = serve();
type Person = Awaited<ReturnType<typeof register>>;
let admin: Person;
beforeAll(async () => {
  admin = await register('Yonetici');
});

const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const as = (who: Person, method: string, path: string, body?: unknown, headers: Headed = {}): Promise<Answer> => ask(method, path, body, { ...who.session, ...headers });
const to = (method: string, path: string, body?: unknown, headers: Headed = {}): Promise<Answer> => as(admin, method, path, body, headers);
const anyText: unknown = expect.any(String);
const english = { 'accept-language': 'en' };

let named = 0;
const newPlan = async (more: object = {}): Promise<{ readonly id: string; readonly name: string }> => {
  const { status, body } = await to('POST', '/pricing/plans', { name: `Plan ${++named}`, price: 99.9, maxProjects: 3, maxTables: 2, ...more });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data.plan;
};
const newCampaign = async (more: object = {}): Promise<{ readonly id: string }> => {
  const { status, body } = await to('POST', '/pricing/campaigns', { name: `Kampanya ${++named}`, description: 'x', discountType: 'percentage', discountValue: 15, startDate: inDays(-1), endDate: inDays(1), ...more });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data.campaign;
};
const plansOf = async (who: Person): Promise<readonly { id: string }[]> => (await as(who, 'GET', '/pricing/plans')).body.data.plans;
const quotesOf = async (who: Person, planId: string, query = '') => (await as(who, 'GET', `/pricing/quotes?planId=${planId}${query}`)).body.data;
const take = (who: Person, planId: string, more: object = {}, headers: Headed = {}): Promise<Answer> => as(who, 'PUT', '/pricing/subscription', { planId, cycle: 'monthly', price: 99.9, ...more }, headers);
const mine = async (who: Person) => (await as(who, 'GET', '/pricing/subscription')).body.data;
const limitsOf = async (who: Person) => {
  const { subscriptionType, maxProjects, maxTables } = (await as(who, 'GET', '/auth/me')).body.data.user;
  return [subscriptionType, maxProjects, maxTables];
};
const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).toSorted((a, b) => a - b);

describe('an installation without plans', () => {
  it('invents none, and works as before', async () => {
    const ada = await register('Ilk');
    expect([(await to('GET', '/pricing/plans')).body.data, (await to('GET', '/pricing/campaigns')).body.data]).toEqual([{ plans: [] }, { campaigns: [] }]);
    expect(await mine(ada)).toEqual({ subscription: null, changes: [] });
    expect(await limitsOf(ada)).toEqual(['free', 2, 5]);
    expect((await to('GET', '/admin/stats')).body.data).toMatchObject({ totalPlans: 0, activePlans: 0 });
  });
});

describe('a plan', () => {
  it('is added with what is not said as usual, changed, counted and removed', async () => {
    const made = await to('POST', '/pricing/plans', { name: '  Temel  ', price: 19.99, features: ['Bir', ' ', 'İki '] });
    expect([made.status, made.body.data.plan]).toMatchObject([201, {
      name: 'Temel', planType: 'general', price: 19.99, yearlyPrice: null, currency: 'TL', duration: 'monthly', maxProjects: 1, maxTables: 5, features: ['Bir', 'İki'], isActive: true, campaignId: null,
      setupFee: 0, trialDays: 0, availableFrom: null, availableUntil: null, isOffered: true,
    }]);
    const { id } = made.body.data.plan;
    const changed = await to('PUT', `/pricing/plans/${id}`, { price: 29.95, yearlyPrice: 299.5, isActive: false });
    expect(changed.body.data.plan).toEqual({ ...made.body.data.plan, price: 29.95, yearlyPrice: 299.5, isActive: false, isOffered: false });
    expect((await to('GET', `/pricing/plans/${id}`)).body.data.plan).toEqual(changed.body.data.plan);
    expect((await to('GET', '/admin/stats')).body.data).toMatchObject({ totalPlans: 1, activePlans: 0 });
    expect((await to('DELETE', `/pricing/plans/${id}`)).status).toBe(200);
    for (const [method, body] of [['GET', undefined], ['PUT', { price: 1 }], ['DELETE', undefined]] as const) expect((await to(method, `/pricing/plans/${id}`, body)).body.code).toBe('NOT_FOUND');
  });

  it('has one name, whatever its case', async () => {
    const { name, id } = await newPlan({ name: 'İşletme' });
    const taken = await to('POST', '/pricing/plans', { name: 'işletme', price: 1 });
    expect([taken.status, taken.body.code, taken.body.error]).toEqual([409, 'NAME_TAKEN', 'Bu adda bir plan zaten var']);
    expect((await to('PUT', `/pricing/plans/${(await newPlan()).id}`, { name }, english)).body.error).toBe('There is already a plan with this name');
    expect((await to('PUT', `/pricing/plans/${id}`, { name: 'İŞLETME' })).status).toBe(200);
  });

  it.each([
    [{ name: ' ' }, 'name', 'Bir ad gerekli'], [{ price: undefined }, 'price', undefined], [{ price: -1 }, 'price', undefined], [{ price: 19.999 }, 'price', 'Bir tutarın en fazla iki ondalık basamağı olabilir'],
    [{ price: '19.99' }, 'price', undefined], [{ price: 1e12 }, 'price', undefined], [{ yearlyPrice: -0.01 }, 'yearlyPrice', undefined], [{ setupFee: -5 }, 'setupFee', undefined], [{ trialDays: -1 }, 'trialDays', undefined],
    [{ trialDays: 1.5 }, 'trialDays', undefined], [{ maxProjects: -2 }, 'maxProjects', undefined], [{ maxTables: null }, 'maxTables', undefined], [{ currency: 'GBP' }, 'currency', undefined], [{ duration: 'weekly' }, 'duration', undefined],
    [{ planType: 'gift' }, 'planType', undefined], [{ features: Array.from({ length: 51 }, () => 'x') }, 'features', undefined], [{ features: ['x'.repeat(201)] }, 'features.0', undefined],
    [{ availableFrom: '2030-01-01T00:00:00Z', availableUntil: '2030-01-01T00:00:00.000Z' }, 'availableUntil', 'Bitiş, başlangıçtan sonra olmalıdır'], [{ availableFrom: 'yarın' }, 'availableFrom', undefined],
    [{ campaignId: newId() }, 'campaignId', 'Böyle bir kampanya yok'], [{ isOffered: true }, '', 'Bilinmeyen: isOffered'], [{ id: newId() }, '', 'Bilinmeyen: id'],
  ])('is refused with %j', async (wrong, path, text) => {
    const { status, body } = await to('POST', '/pricing/plans', { name: 'Geçersiz', price: 1, ...wrong });
    expect([status, body.code, body.details]).toEqual([400, 'VALIDATION_ERROR', [{ path, message: text ?? anyText }]]);
  });

  it('is changed only as it was seen, and by those who merge without asking', async () => {
    const { id } = await newPlan();
    const etag = (await to('GET', `/pricing/plans/${id}`)).headers.get('etag')!;
    const changed = await to('PUT', `/pricing/plans/${id}`, { price: 10 }, { 'if-match': etag });
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);
    for (const [method, body] of [['PUT', { price: 11 }], ['DELETE', undefined]] as const) {
      const refused = await to(method, `/pricing/plans/${id}`, body, { 'if-match': etag });
      expect([refused.status, refused.body.code, refused.body.data.current.price]).toEqual([412, 'VERSION_MISMATCH', 10]);
    }
    // Another plan's change is none of this one's.
    await newPlan();
    expect(statuses(await Promise.all([1, 2, 3].map(n => to('PUT', `/pricing/plans/${id}`, { [['price', 'setupFee', 'trialDays'][n - 1]!]: n }))))).toEqual([200, 200, 200]);
    expect((await to('GET', `/pricing/plans/${id}`)).body.data.plan).toMatchObject({ price: 1, setupFee: 2, trialDays: 3 });
  });

  it('that is asked for again is answered as it was, and made once', async () => {
    const again = () => to('POST', '/pricing/plans', { name: 'Bir Kez', price: 5 }, { 'x-request-id': 'ayni-plan' });
    const first = await again();
    await to('PUT', `/pricing/plans/${first.body.data.plan.id}`, { price: 6 });
    const second = await again();
    expect([second.status, second.body.data.plan]).toEqual([201, first.body.data.plan]);
    expect((await to('POST', '/pricing/plans', { name: 'Başka', price: 5 }, { 'x-request-id': 'ayni-plan' })).status).toBe(409);
  });

  it('is kept over a restart', async () => {
    const { id } = await newPlan({ price: 0.07 });
    await restart();
    expect((await to('GET', `/pricing/plans/${id}`)).body.data.plan).toMatchObject({ id, price: 0.07 });
    expect((await to('PUT', `/pricing/plans/${id}`, { setupFee: 0.01 })).body.data.plan).toMatchObject({ price: 0.07, setupFee: 0.01 });
  });
});

describe('a campaign', () => {
  it('is added, changed, carried and removed, also from its plans', async () => {
    const campaign = await newCampaign({ yearlyDiscount: { type: 'percentage', value: 30.5 }, conditions: { maxUsagePerUser: 1 } });
    expect(campaign).toMatchObject({ discountValue: 15, yearlyDiscount: { type: 'percentage', value: 30.5 }, conditions: { newUsersOnly: false, maxUsagePerUser: 1, minSubscriptionMonths: null }, isOffered: false });
    const { id } = await newPlan({ campaignId: campaign.id });
    const seen = await to('GET', `/pricing/plans/${id}`);
    expect((await to('GET', `/pricing/campaigns/${campaign.id}`)).body.data.campaign.isOffered).toBe(true);
    expect((await to('PUT', `/pricing/campaigns/${campaign.id}`, { discountType: 'fixed', discountValue: 10.05 })).body.data.campaign).toMatchObject({ discountType: 'fixed', discountValue: 10.05 });
    expect((await to('DELETE', `/pricing/campaigns/${campaign.id}`)).status).toBe(200);
    expect((await to('GET', `/pricing/plans/${id}`)).body.data.plan.campaignId).toBe(null);
    // That is another version of the plan.
    expect((await to('PUT', `/pricing/plans/${id}`, { price: 1 }, { 'if-match': seen.headers.get('etag')! })).status).toBe(412);
    expect((await to('GET', `/pricing/campaigns/${campaign.id}`)).status).toBe(404);
  });

  const wrongs: readonly (readonly [object, string, string?])[] = [
    [{ name: '' }, 'name', 'Bir ad gerekli'], [{ description: ' ' }, 'description', 'Bir açıklama gerekli'], [{ description: undefined }, 'description'], [{ discountValue: undefined }, 'discountValue'], [{ discountValue: -1 }, 'discountValue'],
    [{ discountValue: 100.01 }, 'discountValue', 'Bir yüzde en fazla 100 olabilir'], [{ monthlyDiscount: { type: 'percentage', value: 101 } }, 'monthlyDiscount.value'], [{ discountType: 'gift' }, 'discountType'],
    [{ discountType: 'free_trial' }, 'freeTrialMonths', 'Ücretsiz deneme için ay sayısı gerekir'], [{ freeTrialMonths: 0 }, 'freeTrialMonths'], [{ freeTrialMonths: 13 }, 'freeTrialMonths'],
    [{ conditions: { maxUsagePerUser: 0 } }, 'conditions.maxUsagePerUser'], [{ conditions: { minSubscriptionMonths: 0 } }, 'conditions.minSubscriptionMonths'], [{ conditions: { cheap: true } }, 'conditions', 'Bilinmeyen: cheap'],
    [{ startDate: undefined }, 'startDate'], [{ endDate: inDays(-2) }, 'endDate', 'Bitiş, başlangıçtan sonra olmalıdır'], [{ applicableDuration: 'weekly' }, 'applicableDuration'], [{ createdAt: inDays(0) }, '', 'Bilinmeyen: createdAt'],
  ];
  it.each(wrongs.map(([wrong, path, text]) => ({ wrong, path, text })))('is refused with $wrong', async ({ wrong, path, text }) => {
    const { status, body } = await to('POST', '/pricing/campaigns', { name: 'Geçersiz', description: 'x', discountType: 'percentage', discountValue: 15, startDate: inDays(-1), endDate: inDays(1), ...wrong });
    expect([status, body.code, body.details]).toEqual([400, 'VALIDATION_ERROR', [{ path, message: text ?? anyText }]]);
  });

  it('is judged as a whole when a part of it changes', async () => {
    const { id } = await newCampaign({ discountType: 'fixed', discountValue: 500 });
    const refused = await to('PUT', `/pricing/campaigns/${id}`, { discountType: 'percentage' }, english);
    expect([refused.status, refused.body.details]).toEqual([400, [{ path: 'discountValue', message: 'A percentage is at most 100' }]]);
  });
});

describe('what is on offer', () => {
  it('is all that people see; administrators see everything', async () => {
    const ada = await register('Bakan');
    const campaign = await newCampaign();
    const idle = await newCampaign();
    const over = await newCampaign({ startDate: inDays(-2), endDate: inDays(-1) });
    const offered = await newPlan({ campaignId: campaign.id, availableFrom: inDays(-1), availableUntil: inDays(1) });
    const hidden = await Promise.all([{ planType: 'custom', campaignId: idle.id }, { isActive: false }, { availableFrom: inDays(1) }, { availableUntil: inDays(-1) }, { campaignId: over.id, isActive: false }].map(newPlan));
    const seen = (await plansOf(ada)).map(({ id }) => id);
    expect(seen).toContain(offered.id);
    for (const { id } of hidden) {
      expect(seen).not.toContain(id);
      expect([(await as(ada, 'GET', `/pricing/plans/${id}`)).status, (await as(ada, 'GET', `/pricing/quotes?planId=${id}`)).status, (await take(ada, id)).status]).toEqual([404, 404, 404]);
    }
    expect((await plansOf(admin)).map(({ id }) => id)).toEqual(expect.arrayContaining(hidden.map(({ id }) => id)));
    const campaigns = (await as(ada, 'GET', '/pricing/campaigns')).body.data.campaigns.map(({ id }: { id: string }) => id);
    expect([campaigns.includes(campaign.id), campaigns.includes(idle.id), campaigns.includes(over.id)]).toEqual([true, false, false]);
    expect((await as(ada, 'GET', `/pricing/campaigns/${idle.id}`)).status).toBe(404);
  });

  it('is for whoever is signed in, and changed by administrators alone; no key reaches it', async () => {
    const ada = await register('Yetkisiz');
    const { id } = await newPlan();
    const { id: campaignId } = await newCampaign();
    const writes = [
      ['POST', '/pricing/plans', { name: 'x', price: 1 }], ['PUT', `/pricing/plans/${id}`, { price: 0 }], ['DELETE', `/pricing/plans/${id}`, undefined], ['POST', `/pricing/plans/${id}/apply`, {}],
      ['POST', '/pricing/campaigns', {}], ['PUT', `/pricing/campaigns/${campaignId}`, {}], ['DELETE', `/pricing/campaigns/${campaignId}`, undefined],
      ['GET', '/pricing/subscribers', undefined], ['PUT', `/pricing/subscribers/${ada.id}`, { planId: id, cycle: 'monthly' }], ['DELETE', `/pricing/subscribers/${ada.id}`, undefined],
    ] as const;
    for (const [method, path, body] of writes) expect([path, (await as(ada, method, path, body)).body.code, (await ask(method, path, body)).body.code]).toEqual([path, 'FORBIDDEN', 'UNAUTHORIZED']);
    const others = [['GET', '/pricing/plans', undefined], ['GET', '/pricing/campaigns', undefined], ['GET', `/pricing/quotes?planId=${id}`, undefined], ['GET', '/pricing/subscription', undefined], ['PUT', '/pricing/subscription', { planId: id, cycle: 'monthly', price: 99.9 }], ['DELETE', '/pricing/subscription', undefined]] as const;
    for (const [method, path, body] of others) expect([path, (await ask(method, path, body, ada.key)).body.code, (await ask(method, path, body)).body.code]).toEqual([path, 'KEY_SCOPE', 'UNAUTHORIZED']);
    expect((await as(ada, 'GET', `/pricing/quotes?planId=${id}&accountId=${admin.id}`)).body.code).toBe('FORBIDDEN');
  });
});

describe('a quote', () => {
  it('tells both cycles rule by rule, and what would no longer fit', async () => {
    const ada = await register('Soran');
    const campaign = await newCampaign();
    const { id } = await newPlan({ campaignId: campaign.id, maxProjects: 0, maxTables: 0, setupFee: 50.05 });
    await table(ada.projectId, ada.session, 'Ürünler', {});
    const data = await quotesOf(ada, id, '&cycle=yearly');
    expect(data.quotes.monthly).toMatchObject({ listPrice: 99.9, price: 84.92, setupFee: 50.05, total: 134.97, campaignId: campaign.id });
    expect(data.quotes.monthly.steps.map(({ rule }: { rule: string }) => rule)).toEqual(['monthly-price', 'percentage', 'setup-fee']);
    expect(data.quote).toEqual(data.quotes.yearly);
    expect(data.quote).toMatchObject({ cycle: 'yearly', listPrice: 999, price: 849.15, yearlySaving: 17 });
    expect(data.exceeding).toEqual({ projects: { count: 1, limit: 0 }, tables: [{ projectId: ada.projectId, name: 'Varsayılan Proje', count: 1, limit: 0 }], moreTables: 0 });
    expect((await quotesOf(admin, id, `&accountId=${ada.id}`)).exceeding.projects).toEqual({ count: 1, limit: 0 });
    expect((await to('GET', `/pricing/quotes?planId=${id}&accountId=${newId()}`)).status).toBe(404);
    expect((await to('GET', '/pricing/quotes?planId=x')).status).toBe(400);
  });
});

describe('a subscription', () => {
  it('is taken at the price that was shown, and promises its limits at once', async () => {
    const ada = await register('Alan');
    const { id } = await newPlan({ name: 'Premium Plus', maxProjects: 2, maxTables: 1 });
    const before = Date.now();
    const taken = await take(ada, id);
    const { subscription } = taken.body.data;
    expect(taken.body.data).toMatchObject({ subscription: { planId: id, planName: 'Premium Plus', planType: 'general', cycle: 'monthly', currency: 'TL', price: 99.9, subscriptionType: 'premium', maxProjects: 2, maxTables: 1, campaignId: null, isEnded: false } });
    expect(Date.parse(subscription.since)).toBeGreaterThanOrEqual(before);
    expect(subscription.until).toBe(addMonths(new Date(subscription.since), 1).toISOString());
    expect(await limitsOf(ada)).toEqual(['premium', 2, 1]);
    const { changes, subscription: kept } = await mine(ada);
    expect(kept).toEqual(subscription);
    expect(changes).toMatchObject([{ kind: 'subscribed', planName: 'Premium Plus', price: 99.9, until: subscription.until, actor: { id: ada.id, name: 'Alan' }, maxProjects: 2 }]);
    expect((await ask('POST', `/tables/project/${ada.projectId}`, { name: 'Bir' }, ada.session)).status).toBe(201);
    expect((await ask('POST', `/tables/project/${ada.projectId}`, { name: 'İki' }, ada.session)).body.code).toBe('PLAN_LIMIT');
  });

  it('is refused at another price, with the one of now', async () => {
    const ada = await register('Pazarlik');
    const { id } = await newPlan({ setupFee: 5 });
    for (const more of [{}, { setupFee: 4.99 }, { setupFee: 5, price: 99.89 }, { setupFee: 5, currency: 'USD' }]) {
      const refused = await take(ada, id, more);
      expect([refused.status, refused.body.code, refused.body.data.quote.total, refused.body.error]).toEqual([409, 'CONFLICT', 104.9, 'Bu planın fiyatı bu arada değişti. Yeni fiyata bakıp yeniden deneyin.']);
    }
    expect((await take(ada, id, { setupFee: 5, currency: 'TL' })).status).toBe(200);
    expect((await take(ada, id, { cycle: 'yearly', price: 999 })).status).toBe(200);
  });

  it('takes no card data, whatever they are called', async () => {
    const ada = await register('Kartli');
    const { id } = await newPlan();
    for (const name of ['cardNumber', 'cvv', 'expiryDate', 'cardHolder', 'payment', '__proto__x']) {
      const refused = await take(ada, id, { [name]: '4111111111111111' });
      expect([refused.status, refused.body.details]).toEqual([400, [{ path: '', message: `Bilinmeyen: ${name}` }]]);
      expect(JSON.stringify(refused.body)).not.toContain('4111');
    }
    for (const body of [{}, { planId: id }, { planId: id, cycle: 'weekly', price: 1 }, { planId: id, cycle: 'monthly', price: -1 }, { planId: id, cycle: 'monthly', price: '99.9' }, [], 'x', null]) expect((await as(ada, 'PUT', '/pricing/subscription', body)).status).toBe(400);
    expect((await mine(ada)).subscription).toBe(null);
  });

  it('is prolonged by its cycle, once ahead; another plan takes its place', async () => {
    const ada = await register('Uzatan');
    const { id } = await newPlan({ trialDays: 10, setupFee: 1 });
    const first = (await take(ada, id, { setupFee: 1 })).body.data.subscription;
    expect(first.until).toBe(addMonths(new Date(Date.parse(first.since) + 10 * DAY_MS), 1).toISOString());
    // The free days make more than one cycle, which is no reason to prolong.
    expect((await take(ada, id)).body.error).toBe('Bu planın süresi zaten uzatılmış. Bir sonraki dönem başlayınca yeniden uzatabilirsiniz.');
    await to('PUT', `/pricing/subscribers/${ada.id}`, { planId: id, cycle: 'monthly', until: inDays(10) });
    const { until } = (await mine(ada)).subscription;
    expect((await quotesOf(ada, id)).quotes.monthly).toMatchObject({ setupFee: 0, trialDays: 0, until: addMonths(new Date(until), 1).toISOString() });
    const longer = await take(ada, id);
    expect(longer.body.data.subscription).toMatchObject({ since: first.since, until: addMonths(new Date(until), 1).toISOString() });
    expect((await take(ada, id)).status).toBe(409);
    const other = await newPlan();
    expect((await take(ada, other.id)).body.data.subscription).toMatchObject({ planId: other.id });
    expect((await mine(ada)).changes.map(({ kind }: { kind: string }) => kind)).toEqual(['subscribed', 'renewed', 'renewed', 'subscribed']);
  });

  it('uses a campaign as often as it may be used, and counts who is new', async () => {
    const ada = await register('Firsat');
    const campaign = await newCampaign({ discountType: 'fixed', discountValue: 100, conditions: { newUsersOnly: true } });
    const once = await newCampaign({ discountType: 'fixed', discountValue: 9.9, conditions: { maxUsagePerUser: 1 } });
    const [forNew, other] = [await newPlan({ campaignId: campaign.id }), await newPlan({ campaignId: once.id })];
    expect((await take(ada, forNew.id, { price: 0 })).body.data.subscription).toMatchObject({ price: 0, campaignId: campaign.id });
    expect((await quotesOf(ada, forNew.id, '&cycle=yearly')).quote.steps[1].rule).toBe('campaign-new-users-only');
    expect((await take(ada, other.id, { price: 90 })).status).toBe(200);
    expect((await quotesOf(ada, other.id)).quote).toMatchObject({ price: 99.9, steps: [{ rule: 'monthly-price' }, { rule: 'campaign-used-up', limit: 1 }] });
    // However many ask at once, it is used once.
    const bora = await register('Firsatci');
    const answers = await Promise.all(Array.from({ length: 8 }, () => take(bora, other.id, { price: 90 })));
    expect(answers.filter(({ body }) => body.data?.subscription?.campaignId === once.id)).toHaveLength(1);
  });

  it('ends when it is asked for, and keeps what is there', async () => {
    const ada = await register('Biten');
    const { id } = await newPlan({ maxProjects: 4 });
    await take(ada, id);
    for (const name of ['Bir Proje', 'İki Proje', 'Üç Proje']) expect((await as(ada, 'POST', '/projects', { name })).status).toBe(201);
    expect((await as(ada, 'DELETE', '/pricing/subscription')).status).toBe(200);
    expect(await limitsOf(ada)).toEqual(['free', 2, 5]);
    expect((await as(ada, 'GET', '/projects')).body.data.projects).toHaveLength(4);
    expect((await as(ada, 'POST', '/projects', { name: 'Dört Proje' })).body.code).toBe('PLAN_LIMIT');
    expect(await mine(ada)).toMatchObject({ subscription: { isEnded: true, planId: id }, changes: [{ kind: 'ended', reason: 'asked', maxProjects: 2 }, { kind: 'subscribed' }] });
    expect((await as(ada, 'DELETE', '/pricing/subscription')).status).toBe(404);
  });

  it('that comes again is answered as the first time, also when the plan is gone', async () => {
    const ada = await register('Tekrar');
    const { id } = await newPlan();
    const first = await take(ada, id, {}, { 'x-request-id': 'bir-kez' });
    await to('DELETE', `/pricing/plans/${id}`);
    await as(ada, 'DELETE', '/pricing/subscription');
    expect((await take(ada, id, {}, { 'x-request-id': 'bir-kez' })).body.data).toEqual(first.body.data);
    expect((await mine(ada)).changes).toHaveLength(2);
  });
});

describe('an administrator', () => {
  it('puts people on any plan, sees who is on which, and takes them off', async () => {
    const [ada, bora] = [await register('Atanan'), await register('Diger')];
    const { id } = await newPlan({ name: 'Kurumsal Özel', planType: 'custom', maxProjects: -1, maxTables: 50, isActive: false });
    const until = inDays(400);
    const assigned = await to('PUT', `/pricing/subscribers/${ada.id}`, { planId: id, cycle: 'yearly', until });
    expect(assigned.body.data.subscription).toMatchObject({ planId: id, planType: 'custom', cycle: 'yearly', price: 999, until });
    await to('PUT', `/pricing/subscribers/${bora.id}`, { planId: id, cycle: 'monthly', until: null });
    expect(await limitsOf(ada)).toEqual(['enterprise', -1, 50]);
    expect((await mine(ada)).changes[0].actor).toEqual({ id: admin.id, name: 'Yonetici' });
    const listed = (await to('GET', `/pricing/subscribers?planId=${id}&limit=1`)).body.data;
    expect([listed.subscribers, listed.pagination]).toMatchObject([[{ accountId: bora.id, name: 'Diger', email: 'diger@example.com', until: null }], { total: 2, totalPages: 2 }]);
    expect((await to('DELETE', `/pricing/subscribers/${bora.id}`)).status).toBe(200);
    expect((await to('GET', `/pricing/subscribers?planId=${id}`)).body.data.subscribers.map(({ accountId }: { accountId: string }) => accountId)).toEqual([ada.id]);
    await to('DELETE', `/admin/users/${ada.id}`);
    expect((await to('GET', `/pricing/subscribers?planId=${id}`)).body.data.subscribers).toEqual([]);
    expect((await to('PUT', `/pricing/subscribers/${ada.id}`, { planId: id, cycle: 'monthly' })).status).toBe(404);
    expect((await to('PUT', `/pricing/subscribers/${bora.id}`, { planId: newId(), cycle: 'monthly' })).status).toBe(404);
  });

  it('changes limits of a plan: whoever is on it keeps what was promised until it is applied', async () => {
    const people = await Promise.all(['Eski1', 'Eski2', 'Eski3'].map(register));
    const { id } = await newPlan();
    for (const one of people) await take(one, id);
    await to('PUT', `/pricing/plans/${id}`, { maxProjects: 9, maxTables: 9 });
    expect(await limitsOf(people[0]!)).toEqual(['basic', 3, 2]);
    expect((await to('POST', `/pricing/plans/${id}/apply`)).body.data).toEqual({ people: 3, next: null });
    for (const one of people) expect(await limitsOf(one)).toEqual(['basic', 9, 9]);
    expect((await mine(people[0]!)).changes).toMatchObject([{ kind: 'limits', maxProjects: 9, actor: { id: admin.id } }, { kind: 'subscribed' }]);
    expect((await to('POST', `/pricing/plans/${id}/apply`, { after: 'x' })).body.details).toMatchObject([{ path: 'after' }]);
  });

  it('who gives another subscription type ends the plan; limits alone leave it', async () => {
    const ada = await register('Elle');
    const { id } = await newPlan();
    await take(ada, id);
    await to('PUT', `/admin/users/${ada.id}`, { maxProjects: 7 });
    expect((await mine(ada)).subscription.isEnded).toBe(false);
    await to('PUT', `/admin/users/${ada.id}`, { subscriptionType: 'premium' });
    expect(await mine(ada)).toMatchObject({ subscription: { isEnded: true }, changes: [{ kind: 'ended', reason: 'replaced', subscriptionType: 'premium' }, { kind: 'limits', maxProjects: 7 }, { kind: 'subscribed' }] });
  });

  it('names what a subscription type allows by a plan of its name or label', async () => {
    const ada = await register('Etiket');
    const put = async (subscriptionType: string) => (await to('PUT', `/admin/users/${ada.id}`, { subscriptionType })).body.data.user;
    expect(await put('enterprise')).toMatchObject({ maxProjects: 2, maxTables: 5 });
    await newPlan({ name: 'kurumsal', maxProjects: 500, maxTables: -1 });
    await put('free');
    expect(await put('enterprise')).toMatchObject({ maxProjects: 500, maxTables: -1 });
    await newPlan({ name: 'ÜCRETSİZ', price: 0, maxProjects: 4, maxTables: 6 });
    expect(await put('free')).toMatchObject({ maxProjects: 4, maxTables: 6 });
    expect(await limitsOf(await register('Yeni'))).toEqual(['free', 4, 6]);
    const made = await to('POST', '/admin/users', { name: 'Eklenen', email: 'eklenen@example.com', password: 'gizli-1', subscriptionType: 'enterprise' });
    expect(made.body.data.user).toMatchObject({ maxProjects: 500, maxTables: -1 });
  });
});

describe('limits', () => {
  it('are passed by none of fifty who create at once', async () => {
    const ada = await register('Kalabalik');
    const { id } = await newPlan({ maxProjects: 7, maxTables: 11 });
    await take(ada, id);
    const projects = await Promise.all(Array.from({ length: 50 }, (_, n) => as(ada, 'POST', '/projects', { name: `Proje ${n}` })));
    expect([projects.filter(({ status }) => status === 201).length, projects.filter(({ body }) => body.code === 'PLAN_LIMIT').length]).toEqual([6, 44]);
    const tables = await Promise.all(Array.from({ length: 50 }, (_, n) => as(ada, 'POST', `/tables/project/${ada.projectId}`, { name: `Tablo ${n}` })));
    expect([tables.filter(({ status }) => status === 201).length, tables.filter(({ body }) => body.code === 'PLAN_LIMIT').length]).toEqual([11, 39]);
    expect((await as(ada, 'GET', '/projects')).body.data.projects).toHaveLength(7);
  });
});

describe('the time of a plan', () => {
  it('is over: it is shown as ended, and the system ends it', async () => {
    const ada = await register('Suresi');
    const { id } = await newPlan();
    await to('PUT', `/pricing/subscribers/${ada.id}`, { planId: id, cycle: 'monthly', until: new Date(Date.now() + 1500).toISOString() });
    expect((await mine(ada)).subscription.isEnded).toBe(false);
    await expect.poll(async () => (await mine(ada)).subscription.isEnded, { timeout: 5_000 }).toBe(true);
    await expect.poll(() => mine(ada), { timeout: 20_000, interval: 500 }).toMatchObject({ changes: [{ kind: 'ended', reason: 'expired', actor: null }, { kind: 'subscribed' }] });
    await expect.poll(async () => (await limitsOf(ada))[0]).toBe('free');
    await expect.poll(async () => (await to('GET', `/pricing/subscribers?planId=${id}`)).body.data.subscribers).toEqual([]);
  }, 30_000);
});

it('amounts on the wire are exact', async () => {
  for (const amount of [0.01, 0.07, 0.29, 1.15, 4.35, 19.99, 1_000_000.01, 99_999_999.99]) {
    const { id } = await newPlan({ price: amount });
    const { plan } = (await to('GET', `/pricing/plans/${id}`)).body.data;
    expect([plan.price, (await quotesOf(admin, id, '&cycle=yearly')).quote.price]).toEqual([amount, amountOf(minor(amount) * 10)]);
  }
});
