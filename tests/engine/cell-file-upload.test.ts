import type { DomainEvent } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import { rowAdded } from '@hzm/contracts/features/rows/events';
import { fieldAdded, fieldRemoved, tableCreated } from '@hzm/contracts/features/tables/events';
import { attachmentDocs } from '@hzm/projections/features/attachments/attachments';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import type { StreamCommand } from '@hzm/services/core/commands/command-executor';
import type { Request } from '@hzm/services/core/commands/request';
import type { Context, Engine } from '@hzm/services/core/engine';
import { Files } from '@hzm/services/core/files/files';
import { wholeSource } from '@hzm/services/core/limits/source';
import { receive } from '@hzm/services/domain/features/cell-files/receive';
import { fieldShape } from '@hzm/services/domain/testing/field-shape';
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
const field = fieldShape({ name: 'ekler', type: 'file' });

/** An engine with a row of a table with a field of files, whose bytes nobody keeps. */
async function engineWithRow() {
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
  const valuesNow = async () => {
    await engine.projector.waitForPosition(await engine.store.head());
    return (await engine.model.get(rowDocs, rowId, tableId))?.values;
  };
  return { engine, append, valuesNow, close };
}

const params = { tableId, rowId, fieldId };
const contextOf = (engine: Engine, id: string, file: AsyncIterable<Uint8Array>): Context =>
  ({
    engine,
    caller: { actor },
    source: wholeSource(actor),
    request: request(id, { actor }),
    file,
  }) as unknown as Context;

it('a file whose field is deleted while it is sent is refused and leaves nothing in the row', async () => {
  const { engine, append, valuesNow, close } = await engineWithRow();
  const sent = async function* () {
    yield Buffer.from('içe');
    await append(`schema-${projectId}`, fieldRemoved({ ...of, fieldId, field }));
    yield Buffer.from('rik');
  };
  await expect(receive(contextOf(engine, newId(), sent()), params, 'a.txt')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await valuesNow()).toEqual({});
  const { docs } = await engine.model.find({ collection: attachmentDocs, limit: 1 });
  expect(docs).toEqual([]);
  await close();
});

it('a repeated upload goes on where the first one ended before the row was written', async () => {
  const { engine, valuesNow, close } = await engineWithRow();
  const id = newId();
  const sent = async function* () {
    yield Buffer.from('içerik');
  };
  const { executor } = engine;
  const ending = Object.create(executor, {
    execute: {
      value: (asked: Request, command: StreamCommand<unknown>) =>
        command.stream === `row-${tableId}-${rowId}`
          ? Promise.reject(new Error('ended'))
          : executor.execute(asked, command),
    },
    ids: { value: (asked: Request) => executor.ids(asked) },
  }) as typeof executor;
  const first = receive(contextOf({ ...engine, executor: ending }, id, sent()), params, 'a.txt');
  await expect(first).rejects.toThrow('ended');
  expect(await valuesNow()).toEqual({});
  const { file } = await receive(contextOf(engine, id, sent()), params, 'a.txt');
  expect(await valuesNow()).toEqual({ [fieldId]: [file.id] });
  await close();
});
