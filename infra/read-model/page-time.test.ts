import { collection } from '@hzm/contracts/core/collection';
import type { DocumentReader } from '@hzm/services/core/ports/read-model';
import { ShownDocuments } from '@hzm/services/core/read-model/shown-documents';
import { expect, it } from 'vitest';
import { sourceOf } from './page-time.ts';

const things = collection<{ id: string; ownerId: string; gone: string | null }>({
  name: 'things',
  shows: { member: 'gone', isNull: true },
});

it('anonymous queries have a source by owner, also of documents that some are hidden of', async () => {
  const sources: string[] = [];
  const find: DocumentReader['find'] = async query => {
    sources.push(sourceOf(query));
    return { docs: [] };
  };
  const shown = new ShownDocuments({ find } as DocumentReader);
  for (const value of ['a', 'b', 'a'])
    await shown.find({
      collection: things,
      where: [{ path: 'ownerId', op: 'eq', value }],
      limit: 1,
    });
  expect(sources).toEqual(['["things","a"]', '["things","b"]', '["things","a"]']);
});
