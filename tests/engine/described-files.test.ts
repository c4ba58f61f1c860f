import { newId } from '@hzm/contracts/core/ids';
import { cellFileAdded } from '@hzm/contracts/features/cell-files/events';
import { rowAdded } from '@hzm/contracts/features/rows/events';
import { fieldAdded, tableCreated } from '@hzm/contracts/features/tables/events';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import type { Context } from '@hzm/services/core/engine';
import { wholeSource } from '@hzm/services/core/limits/source';
import { handlers } from '@hzm/services/domain/features/cell-files/handlers';
import { fieldShape } from '@hzm/services/domain/testing/field-shape';
import { expect, it, vi } from 'vitest';
import { request } from './fixtures.ts';
import { appendFacts, handOverEngine } from './hand-over-engine.ts';

it('files of rows of up to a mebibyte are described by pages of their rows', async () => {
  const { engine, close } = await handOverEngine(() => new Date());
  const [projectId, tableId, fieldId, actor] = [newId(), newId(), newId(), newId()];
  const of = { projectId, tableId };
  const file = { name: 'a.txt', size: 1, kind: 'text/plain', address: 'ab', picture: null };
  await appendFacts(engine, actor, `schema-${projectId}`, [
    tableCreated({ ...of, name: 'İşler' }),
    fieldAdded({ ...of, fieldId, field: fieldShape({ name: 'ekler', type: 'file' }) }),
  ]);
  const ids = [newId(), newId(), newId()];
  for (const fileId of ids) {
    const rowId = newId();
    const ofFile = { ...of, rowId, fieldId, fileId };
    await appendFacts(engine, actor, `cell-file-${fileId}`, [
      cellFileAdded({ ...ofFile, ...file, uploaderId: actor }),
    ]);
    const values = fileId === ids[1] ? {} : { [fieldId]: [fileId] };
    await appendFacts(engine, actor, `row-${tableId}-${rowId}`, [
      rowAdded({ ...of, rowId, values }),
    ]);
  }
  await engine.projector.waitForPosition(await engine.store.head());
  const get = vi.spyOn(engine.model, 'get');
  const context = {
    engine,
    caller: { actor },
    source: wholeSource(actor),
    request: request(newId(), { actor, repeatable: false }),
  } as unknown as Context;
  const { run } = handlers.find(({ call }) => call.name === 'list-cell-files')!;
  const { data } = (await run(context, {
    params: { tableId },
    query: { ids: ids.join() },
  } as never)) as { data: { files: { id: string }[] } };
  expect(data.files.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
  expect(get.mock.calls.filter(([collection]) => collection.name === rowDocs.name)).toEqual([]);
  await close();
});
