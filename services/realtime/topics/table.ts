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

/** Returns the table whose earlier rows contain values of a removed or hidden field. */
const tableWithout = (event: Event): string | undefined =>
  isEventOf(fieldRemoved, event) || (isEventOf(fieldChanged, event) && event.data.field.isHidden)
    ? event.data.tableId
    : undefined;

/** Returns the table whose rows have values that no event of theirs tells. */
const tableWithReturned = (event: Event): string | undefined =>
  isEventOf(fieldRestored, event) || isEventOf(tableRestored, event)
    ? event.data.tableId
    : undefined;

/** The rows of a table, and its deletion. */
export const table: TopicKind = {
  name,
  keysTo: id => [topicName(name, id)],
  keysOf(event, changes) {
    const whole = tableWithout(event) ?? tableWithReturned(event);
    const ids = whole === undefined ? [...topicIdsOf(name, event, changes)] : [whole];
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
  endsReplay: ({ event }, isFirst) =>
    tableWithReturned(event) !== undefined || (!isFirst && tableWithout(event) !== undefined),
  toChanges: (entry, tableId, context) => published(name, entry, tableId, context),
};

function isForbidden(error: unknown): true {
  if (error instanceof Problem && error.code === 'FORBIDDEN') return true;
  throw error;
}
