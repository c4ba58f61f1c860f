import { ordinal } from '@hzm/contracts/core/position';
import { changesIn } from '@hzm/projections/core/changes';
import { clearingDocs, importDocs } from '@hzm/projections/features/portable/portable';
import { clearingOf } from '@hzm/services/domain/features/portable/view';
import type { Part } from '../topics/topic.ts';
import type { Publication } from './publication.ts';

/** Administrators have a single topic. */
const ALL = [''];

/** The progress of imports. */
export const importsOfAll: Publication = {
  collection: importDocs,
  topic: 'admin',
  idsOf: () => ALL,
  toChanges: async ({ event, changes }, _, { engine }) =>
    Promise.all(
      changesIn(importDocs, changes)
        .flatMap(change => (change.op === 'drop-where' ? [] : [change.id]))
        .map(async (id): Promise<Part> => {
          const doc = await engine.model.get(importDocs, id);
          const of = { kind: 'import', id, version: ordinal(event.position) };
          return doc ? { op: 'put', ...of, doc } : { op: 'drop', ...of };
        }),
    ),
};

/** The progress of deleting everything. */
export const clearings: Publication = {
  collection: clearingDocs,
  topic: 'admin',
  idsOf: () => ALL,
  toChanges: async ({ event, changes }, _, { engine }) =>
    Promise.all(
      changesIn(clearingDocs, changes)
        .flatMap(change => (change.op === 'drop-where' ? [] : [change.id]))
        .map(async (id): Promise<Part> => {
          const doc = await engine.model.get(clearingDocs, id);
          const of = { kind: 'clearing', id, version: ordinal(event.position) };
          return doc ? { op: 'put', ...of, doc: clearingOf(doc) } : { op: 'drop', ...of };
        }),
    ),
};
