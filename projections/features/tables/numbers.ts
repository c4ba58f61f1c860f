import type { Change } from '@hzm/contracts/core/change';
import { collection } from '@hzm/contracts/core/collection';
import type { DataOf, Event } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import {
  fieldAdded,
  fieldErased,
  fieldRemoved,
  fieldRestored,
  numbersTaken,
  tableDeleted,
  tableErased,
  valuesNumbered,
} from '@hzm/contracts/features/tables/events';
import { drop, dropWhere, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

export type Counter = DataOf<typeof numbersTaken>['counter'];

/** The counter of a field of auto numbers; `id` is the field's, `revision` that of its stream. */
export type CounterDoc = {
  readonly id: string;
  readonly projectId: string;
  readonly tableId: string;
  readonly counter: Counter;
  readonly revision: number;
  readonly position: Position;
};

/** A field whose table may have rows without a number; `id` is the field's. */
export type NumberingDoc = {
  readonly id: string;
  readonly projectId: string;
  readonly tableId: string;
  /** Position and time at which the field was added or restored. */
  readonly since: Position;
  readonly at: string;
};

const indexes = [['tableId'], ['projectId']] as const;
export const counterDocs = collection<CounterDoc>({
  name: 'counters',
  owner: 'projectId',
  indexes,
});
export const numberingDocs = collection<NumberingDoc>({
  name: 'numberings',
  owner: 'projectId',
  indexes,
});

const came = ({
  data: { projectId, tableId, fieldId, field },
  position,
  meta,
}: Event<DataOf<typeof fieldAdded>>): readonly Change[] =>
  field.type === 'auto_number'
    ? [put(numberingDocs, { id: fieldId, projectId, tableId, since: position, at: meta.at })]
    : [];

const counted = ({
  data: { projectId, tableId, fieldId, counter },
  revision,
  position,
}: Event<DataOf<typeof numbersTaken>>): readonly Change[] =>
  projectId === undefined
    ? []
    : [put(counterDocs, { id: fieldId, projectId, tableId, counter, revision, position })];

const goneWith = (where: { readonly tableId: string } | { readonly projectId: string }) => [
  dropWhere(counterDocs, where),
  dropWhere(numberingDocs, where),
];

/** The counters of auto numbers, and the fields whose rows wait to be numbered. */
export const numbers = projection({
  name: 'numbers',
  version: 1,
  collections: [counterDocs, numberingDocs],
  on: [
    on(fieldAdded, came),
    on(fieldRestored, came),
    on(numbersTaken, e => [
      ...counted(e),
      ...(e.data.numbered === undefined
        ? []
        : [dropWhere(numberingDocs, { id: e.data.fieldId, since: e.data.numbered })]),
    ]),
    on(valuesNumbered, counted),
    // A field that comes back, also by an undone transfer, goes on counting.
    on(fieldRemoved, ({ data }) => [drop(numberingDocs, data.fieldId)]),
    on(fieldErased, ({ data: { fieldId } }) => [
      drop(counterDocs, fieldId),
      drop(numberingDocs, fieldId),
    ]),
    on(tableDeleted, ({ data }) => (data.kept ? [] : goneWith({ tableId: data.tableId }))),
    on(tableErased, ({ data }) => goneWith({ tableId: data.tableId })),
    on(projectDeleted, ({ data }) => goneWith({ projectId: data.projectId })),
  ],
});
