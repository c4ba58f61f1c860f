import type { Change } from '@hzm/contracts/core/change';
import type { Event } from '@hzm/contracts/core/event';
import type { BufferedEvent } from '../replay-buffer.ts';
import type { Part, TopicContext } from '../topics/topic.ts';
import { everybody, everyProject } from './administration.ts';
import { cors } from './cors.ts';
import { customEndpoints } from './custom-endpoints.ts';
import { endpointRequests } from './endpoint-requests.ts';
import { invitations } from './invitations.ts';
import { keys } from './keys.ts';
import { master } from './master.ts';
import { members } from './members.ts';
import {
  followed,
  notificationMails,
  notifications,
  notificationSettings,
} from './notifications.ts';
import { personalLinks } from './personal-links.ts';
import { clearings, importsOfAll } from './portable.ts';
import { campaigns, ownSubscription, plans, subscriptions } from './pricing.ts';
import { projects } from './projects.ts';
import type { Publication } from './publication.ts';
import { readMarks } from './read-marks.ts';
import { rowImportsOfProject } from './row-files.ts';
import { rows } from './rows.ts';
import { savedViews } from './saved-views.ts';
import { tableEnds, tables } from './tables.ts';
import { messages, ownThread, threadStars, threads } from './threads.ts';
import { transfers } from './transfers.ts';
import { webhooks } from './webhooks.ts';
import { widgets } from './widgets.ts';

/** All published collections, in the order of their changes in a message. */
export const publications: readonly Publication[] = [
  rows,
  tableEnds,
  rowImportsOfProject,
  tables,
  projects,
  keys,
  cors,
  members,
  invitations,
  transfers,
  endpointRequests,
  customEndpoints,
  widgets,
  personalLinks,
  webhooks,
  savedViews,
  threads,
  ownThread,
  messages,
  threadStars,
  readMarks,
  notifications,
  followed,
  notificationSettings,
  notificationMails,
  everybody,
  everyProject,
  importsOfAll,
  clearings,
  subscriptions,
  ownSubscription,
  plans,
  campaigns,
  master,
];

const isIn =
  ({ collection: { name } }: Publication) =>
  ({ collection }: Change): boolean =>
    collection === name;
const on = (topic: Publication['topic']): readonly Publication[] =>
  publications.filter(one => one.topic === topic);

/** Returns the ids of topics of one kind that an event's changes concern. */
export const topicIdsOf = (
  topic: Publication['topic'],
  event: Event,
  changes: readonly Change[],
): ReadonlySet<string> =>
  new Set(
    on(topic).flatMap(publication => {
      const own = changes.filter(isIn(publication));
      return own.length === 0 ? [] : publication.idsOf(event, own);
    }),
  );

/** Returns the changes of an event for one topic. */
export async function published(
  topic: Publication['topic'],
  entry: BufferedEvent,
  id: string,
  context: TopicContext,
): Promise<readonly Part[]> {
  const concerned = on(topic).filter(publication => entry.changes.some(isIn(publication)));
  return (
    await Promise.all(concerned.map(publication => publication.toChanges(entry, id, context)))
  ).flat();
}
