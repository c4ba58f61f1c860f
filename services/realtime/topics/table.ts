import { isEventOf, type Event } from '@hzm/contracts/core/event';
import { Problem } from '@hzm/contracts/core/problem';
import { topicAccess } from '@hzm/contracts/features/members/rights';
import {
  fieldChanged,
  fieldRemoved,
  fieldRestored,
  tableRestored,
} from '@hzm/contracts/features/tables/events';
import { authorize } from '@hzm/services/domain/access/authorize';
import { projectDoc } from '@hzm/services/domain/access/project';
import { tableDoc } from '@hzm/services/domain/access/table';
import { published, topicIdsOf } from '../publications/registry.ts';
import { allowedIn } from './allowed.ts';
import { topicName, type TopicKind } from './topic.ts';

const name = 'table';

/**
 * Returns the table whose earlier rows contain values of a removed or hidden field, or lack those
 * of a restored one.
 */
const tableWithOtherRows = (event: Event): string | undefined =>
  isEventOf(fieldRemoved, event) ||
  isEventOf(fieldRestored, event) ||
  isEventOf(tableRestored, event) ||
  (isEventOf(fieldChanged, event) && event.data.field.isHidden)
    ? event.data.tableId
    : undefined;

/** The rows of a table, and its deletion. */
export const table: TopicKind = {
  name,
  keysTo: id => [topicName(name, id)],
  keysOf(event, changes) {
    const without = tableWithOtherRows(event);
    const ids = without === undefined ? [...topicIdsOf(name, event, changes)] : [without];
    return ids.map(id => topicName(name, id));
  },
  async allow(engine, caller, tableId) {
    const { role } = await authorize(
      engine,
      caller,
      { access: topicAccess.table, method: 'GET' },
      { tableId },
    );
    const isStranger = await authorize(
      engine,
      caller,
      { access: 'presence', method: 'GET' },
      { tableId },
    ).then(() => false, isForbidden);
    const { projectId } = await tableDoc(engine, tableId);
    return allowedIn(engine, caller, await projectDoc(engine, projectId), {
      role,
      isStranger,
      past: 'key:past',
    });
  },
  isOfEvents: true,
  endsReplay: ({ event }) => tableWithOtherRows(event) !== undefined,
  toChanges: (entry, tableId, context) => published(name, entry, tableId, context),
};

function isForbidden(error: unknown): true {
  if (error instanceof Problem && error.code === 'FORBIDDEN') return true;
  throw error;
}
