import { collection } from '@hzm/contracts/core/collection';
import type { Position } from '@hzm/contracts/core/position';
import { accountDeleted } from '@hzm/contracts/features/accounts/events';
import { thingRead } from '@hzm/contracts/features/read-marks/events';
import { dropWhere, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/**
 * How far a person has read a thing. `at`: when they said so; `part`: whose marks about what, so
 * that those of a whole are read together.
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

/** Whose marks within which scope. */
export const partOf = (accountId: string, scope: string): string => `${accountId}/${scope}`;

/**
 * One document for each thing that a person has read. What becomes of the things changes nothing
 * here: a mark about what is gone is a position and no more.
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
