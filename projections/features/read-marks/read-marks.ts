import { collection } from '@hzm/contracts/core/collection';
import type { Position } from '@hzm/contracts/core/position';
import { accountDeleted } from '@hzm/contracts/features/accounts/events';
import { thingRead } from '@hzm/contracts/features/read-marks/events';
import { dropWhere, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/**
 * The position up to which a person has read a topic, marked at `at`. `part` groups a person's
 * marks by scope, so that they are read together.
 */
export type ReadMarkDoc = {
  readonly id: string;
  readonly accountId: string;
  readonly topic: string;
  readonly scope: string;
  readonly part: string;
  readonly upTo: Position;
  readonly at: string;
};

export const readMarkDocs = collection<ReadMarkDoc>({
  name: 'read-marks',
  owner: 'accountId',
  indexes: [['part'], ['accountId']],
});

/** Returns the group of a person's marks within a scope. */
export const partOf = (accountId: string, scope: string): string => `${accountId}/${scope}`;

/**
 * One document per person and topic. Deleting a topic changes nothing: its mark is only a position.
 */
export const readMarks = projection({
  name: 'read-marks',
  version: 2,
  collections: [readMarkDocs],
  on: [
    on(thingRead, ({ data: { accountId, topic, scope, upTo }, meta: { at } }) => [
      put(readMarkDocs, {
        id: `${accountId}/${topic}`,
        accountId,
        topic,
        scope,
        part: partOf(accountId, scope),
        upTo: upTo as Position,
        at,
      }),
    ]),
    on(accountDeleted, ({ data: { accountId } }) => [dropWhere(readMarkDocs, { accountId })]),
  ],
});
