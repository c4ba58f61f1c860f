import type { DomainEvent } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import { Problem } from '@hzm/contracts/core/problem';
import { rowAdded } from '@hzm/contracts/features/rows/events';
import { fieldAdded, tableCreated } from '@hzm/contracts/features/tables/events';
import type { Context } from '@hzm/services/core/engine';
import { wholeSource } from '@hzm/services/core/limits/source';
import { rowsNamed } from '@hzm/services/domain/features/finder/in-tables';
import { fieldShape } from '@hzm/services/domain/testing/field-shape';
import { expect, it } from 'vitest';
import { appendFacts, handOverEngine, newProject } from './hand-over-engine.ts';

const [owner, projectId, tableId, fieldId, rowId] = [newId(), newId(), newId(), newId(), newId()];

it('rows are found as far as the time suffices, and it is told if not all tables were searched', async () => {
  const { engine, close } = await handOverEngine(() => new Date());
  const append = (stream: string, ...facts: readonly DomainEvent[]) =>
    appendFacts(engine, owner, stream, facts);
  await append(`portfolio-${owner}`, newProject(owner, projectId));
  const field = fieldShape();
  await append(
    `schema-${projectId}`,
    tableCreated({ projectId, tableId, name: 'Mallar' }),
    fieldAdded({ projectId, tableId, fieldId, field }),
  );
  await append(
    `row-${tableId}-${rowId}`,
    rowAdded({ projectId, tableId, rowId, values: { [fieldId]: 'Kargo kutusu' } }),
  );
  await engine.projector.waitForPosition(await engine.store.head());

  const found = (pause: () => Promise<void>) => {
    const caller = { actor: owner, sessionId: newId() };
    const context = { engine, caller, source: wholeSource(owner), pause } as unknown as Context;
    return rowsNamed(context, 'kargo', { ids: [], projectId });
  };
  expect(await found(() => Promise.resolve())).toMatchObject({
    rows: [{ id: rowId, label: 'Kargo kutusu' }],
    areAllSearched: true,
  });
  const late = () => Promise.reject(new Problem('NOT_READY'));
  expect(await found(late)).toEqual({ rows: [], areAllSearched: false });
  await close();
});
