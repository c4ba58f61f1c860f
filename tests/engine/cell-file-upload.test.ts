import type { DomainEvent } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import { rowAdded } from '@hzm/contracts/features/rows/events';
import { fieldAdded, fieldRemoved, tableCreated } from '@hzm/contracts/features/tables/events';
import { attachmentDocs } from '@hzm/projections/features/attachments/attachments';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import type { Context } from '@hzm/services/core/engine';
import { Files } from '@hzm/services/core/files/files';
import { wholeSource } from '@hzm/services/core/limits/source';
import { receive } from '@hzm/services/domain/features/cell-files/receive';
import { expect, it } from 'vitest';
import { request } from './fixtures.ts';
import { appendFacts, handOverEngine } from './hand-over-engine.ts';

const [projectId, tableId, rowId, fieldId, actor] = Array.from({ length: 5 }, newId) as [
  string,
  string,
  string,
  string,
  string,
];
const of = { projectId, tableId };
const field = {
  name: 'ekler',
  type: 'file' as const,
  required: false,
  description: '',
  validation: {},
  isHidden: false,
};

it('a file whose field is deleted while it is sent is refused and leaves nothing in the row', async () => {
  const { engine, close } = await handOverEngine(() => new Date());
  const append = async (stream: string, ...facts: readonly DomainEvent[]): Promise<void> => {
    const { position } = await appendFacts(engine, actor, stream, facts);
    await engine.projector.waitForPosition(position);
  };
  const store = {
    async write(_: string, chunks: AsyncIterable<Uint8Array>, name: () => string) {
      for await (const _chunk of chunks);
      name();
    },
  };
  Object.assign(engine, {
    files: new Files(engine.vault, store as never),
    inspector: { kindOf: async () => 'text/plain' },
  });
  await append(
    `schema-${projectId}`,
    tableCreated({ ...of, name: 'İşler' }),
    fieldAdded({ ...of, fieldId, field }),
  );
  await append(`row-${tableId}-${rowId}`, rowAdded({ ...of, rowId, values: {} }));
  const sent = async function* () {
    yield Buffer.from('içe');
    await append(`schema-${projectId}`, fieldRemoved({ ...of, fieldId, field }));
    yield Buffer.from('rik');
  };
  const context = {
    engine,
    caller: { actor },
    source: wholeSource(actor),
    request: request(newId(), { actor, repeatable: false }),
    file: sent(),
  } as unknown as Context;
  await expect(receive(context, { tableId, rowId, fieldId }, 'a.txt')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await engine.projector.waitForPosition(await engine.store.head());
  expect((await engine.model.get(rowDocs, rowId, tableId))?.values).toEqual({});
  const { docs } = await engine.model.find({ collection: attachmentDocs, limit: 1 });
  expect(docs).toEqual([]);
  await close();
});
