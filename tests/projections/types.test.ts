import { collection } from '@hzm/contracts/core/collection';
import { START } from '@hzm/contracts/core/position';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { add, changeOf, dropWhere, patch, put } from '@hzm/projections/core/changes';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { rowDocs, type RowDoc } from '@hzm/projections/features/rows/rows';
import type { DocumentReader, ReadModel } from '@hzm/services/core/ports/read-model';
import { expect, it } from 'vitest';

// Each `@ts-expect-error` fails the compiler when the line below it is not an error.

const row: RowDoc = {
  id: 'r',
  tableId: 't',
  created_at: '',
  updated_at: '',
  created_by: null,
  updated_by: null,
  version: 1,
  position: START,
  revision: 0,
  values: {},
};
const { revision, ...unrevised } = row;

it('what a projection writes has the members of the document type', () => {
  const changes = [
    put(rowDocs, row, { partition: 't' }),
    // @ts-expect-error -- `revision` is missing, whatever it is called instead
    put(rowDocs, { ...unrevised, rev: revision }),
    patch(rowDocs, { id: 'r', partition: 't', set: { revision: 1, 'values.f1': 'x' } }),
    // @ts-expect-error -- no such member
    patch(rowDocs, { id: 'r', set: { rev: 1 } }),
    // @ts-expect-error -- not of this type
    patch(rowDocs, { id: 'r', set: { revision: '1' } }),
    // @ts-expect-error -- a number has no members
    patch(rowDocs, { id: 'r', set: { 'revision.x': 1 } }),
    add(rowDocs, { id: 'r', by: { version: 1 } }),
    // @ts-expect-error -- only numbers can be added to
    add(rowDocs, { id: 'r', by: { tableId: 1 } }),
    dropWhere(projectDocs, { ownerId: 'o' }),
    // @ts-expect-error -- no such member
    dropWhere(projectDocs, { owner: 'o' }),
  ];
  expect(changes.map(({ op }) => op)).toEqual([
    'put',
    'put',
    'patch',
    'patch',
    'patch',
    'patch',
    'add',
    'add',
    'drop-where',
    'drop-where',
  ]);
});

it('a collection is kept by members of its documents', () => {
  collection<RowDoc>({
    name: 'x',
    indexes: [['tableId', 'position']],
    indexMembersOf: 'values',
    partitioned: true,
  });
  // @ts-expect-error -- no such member
  collection<RowDoc>({ name: 'x', indexes: [['table']] });
  // @ts-expect-error -- a text has no members
  collection<RowDoc>({ name: 'x', partitioned: true, indexMembersOf: 'tableId' });
});

it('what is read has the members of the document type, and only these', async () => {
  const model: ReadModel = new MemoryReadModel();
  await model.define([{ ...rowDocs, projection: 'rows' }]);
  const change = put(rowDocs, row, { partition: 't' });
  await model.apply([
    {
      projection: 'rows',
      version: 1,
      batch: [{ position: START, changes: [change] }],
      checkpoint: START,
    },
  ]);
  const read: RowDoc | undefined = await model.get(rowDocs, 'r', 't');
  expect(read).toEqual(row);
  // @ts-expect-error -- no such member
  expect(read?.rev).toBeUndefined();
  await model.find({
    collection: rowDocs,
    partition: 't',
    limit: 1,
    where: [{ path: 'values.f1', op: 'eq', value: 1 }],
    sort: { by: { path: 'version' } },
  });
  await model.find({
    collection: rowDocs,
    partition: 't',
    limit: 1,
    // @ts-expect-error -- no such member
    where: [{ path: 'rev', op: 'eq', value: 1 }],
  });
  await model.find({
    collection: rowDocs,
    partition: 't',
    limit: 1,
    // @ts-expect-error -- no such member
    sort: { by: { path: 'rev' } },
  });
  const reader: DocumentReader = model;
  // @ts-expect-error -- a query of a service names its source where a partition may be of any size
  await reader.find({ collection: rowDocs, partition: 't', limit: 1 });
  const typed = changeOf(rowDocs, change);
  const doc = typed?.op === 'put' ? typed.doc : undefined;
  expect(doc?.revision).toBe(0);
  // @ts-expect-error -- no such member
  expect(doc?.rev).toBeUndefined();
});
