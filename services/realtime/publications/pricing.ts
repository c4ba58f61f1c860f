import type { Collection } from '@hzm/contracts/core/collection';
import { ordinal } from '@hzm/contracts/core/position';
import { changesIn } from '@hzm/projections/core/changes';
import {
  campaignDocs,
  planDocs,
  subscriptionDocs,
} from '@hzm/projections/features/pricing/pricing';
import {
  campaignsOf,
  plansOf,
  readOffers,
  subscriberOf,
  subscriptionOf,
} from '@hzm/services/domain/features/pricing/view';
import type { BufferedEvent } from '../replay-buffer.ts';
import type { Part, TopicContext } from '../topics/topic.ts';
import type { Publication } from './publication.ts';

/** Prices and administrators have a single topic each. */
const ALL = [''];

const idsIn = (collection: Collection, { changes }: BufferedEvent): ReadonlySet<string> =>
  new Set(
    changesIn(collection, changes).flatMap(change =>
      change.op === 'drop-where' ? [] : [change.id],
    ),
  );
const offersOf = async ({ engine }: TopicContext) => ({
  all: await readOffers(engine),
  at: engine.now(),
});

/** The changed and deleted plans. */
export const plans: Publication = {
  collection: planDocs,
  topic: 'pricing',
  idsOf: () => ALL,
  async toChanges(entry, _, context) {
    const { all, at } = await offersOf(context);
    const shown = new Map(plansOf(all, at).map(plan => [plan.id, plan]));
    const version = ordinal(entry.event.position);
    return [
      ...[...idsIn(planDocs, entry)].map((id): Part => {
        const doc = shown.get(id);
        return doc
          ? { op: 'put', kind: 'plan', id, version, doc }
          : { op: 'drop', kind: 'plan', id, version };
      }),
      // Changed plans may change which campaigns are on offer.
      ...campaignsOf(all, at).map((doc): Part => ({
        op: 'put',
        kind: 'campaign',
        id: doc.id,
        version,
        doc,
      })),
    ];
  },
};

/** The changed campaigns. */
export const campaigns: Publication = {
  collection: campaignDocs,
  topic: 'pricing',
  idsOf: () => ALL,
  async toChanges(entry, _, context) {
    const { all, at } = await offersOf(context);
    const shown = new Map(campaignsOf(all, at).map(campaign => [campaign.id, campaign]));
    const version = ordinal(entry.event.position);
    return [...idsIn(campaignDocs, entry)].map((id): Part => {
      const doc = shown.get(id);
      return doc
        ? { op: 'put', kind: 'campaign', id, version, doc }
        : { op: 'drop', kind: 'campaign', id, version };
    });
  },
};

/** A person's own subscription. */
export const ownSubscription: Publication = {
  collection: subscriptionDocs,
  topic: 'user',
  idsOf: ({ data: { accountId } }) => (typeof accountId === 'string' ? [accountId] : []),
  async toChanges({ event }, accountId, { engine }) {
    const doc =
      event.data['accountId'] === accountId
        ? await engine.model.get(subscriptionDocs, accountId)
        : undefined;
    return doc
      ? [
          {
            op: 'put',
            kind: 'subscription',
            id: accountId,
            version: ordinal(event.position),
            doc: subscriptionOf(doc, engine.now(), doc.isEnded),
          },
        ]
      : [];
  },
};

/** The subscriptions of all people. */
export const subscriptions: Publication = {
  collection: subscriptionDocs,
  topic: 'admin',
  idsOf: () => ALL,
  toChanges: async (entry, _, { engine }) =>
    Promise.all(
      [...idsIn(subscriptionDocs, entry)].map(async (id): Promise<Part> => {
        const doc = await engine.model.get(subscriptionDocs, id);
        const shown = doc && (await subscriberOf(engine, doc, engine.now()));
        const of = { kind: 'subscription', id, version: ordinal(entry.event.position) };
        return shown ? { op: 'put', ...of, doc: shown } : { op: 'drop', ...of };
      }),
    ),
};
