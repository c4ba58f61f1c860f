import { newId } from '@hzm/contracts/core/ids';
import { Problem } from '@hzm/contracts/core/problem';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { writeBatch } from '@hzm/services/domain/features/rows/batch';
import { addRows, changeRows, removeRows } from '@hzm/services/domain/features/rows/bulk';
import { changeRow, removeRow } from '@hzm/services/domain/features/rows/row';
import { rowDoc, rowCommand } from '@hzm/services/domain/features/rows/snapshot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newCodec } from './fixtures.ts';
import { Process, someRequest } from './processes.ts';
import { sharedLogs } from './shared-logs.ts';

const ROUNDS = 12;

describe.each(sharedLogs())('two processes on one log (%s)', (_, make) => {
  const of = { projectId: newId(), tableId: newId() };
  let two: readonly [Process, Process];
  let close: () => Promise<void>;
  beforeEach(async () => {
    const shared = await make();
    const codec = newCodec();
    two = [await Process.start(shared.open(), codec), await Process.start(shared.open(), codec)];
    close = shared.close;
  });
  afterEach(async () => {
    await Promise.all(two.map(process => process.close()));
    await close();
  });

  async function added(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => newId());
    await writeBatch(
      two[0].sources,
      someRequest(),
      of,
      { are: 'new', ids },
      () => () =>
        addRows(
          of,
          ids.map(id => ({ id, values: { n: 0 } })),
        ),
    );
    return ids;
  }
  const change = ({ sources }: Process, ids: readonly string[], n: number, version?: number) =>
    writeBatch(sources, someRequest(), of, { are: 'there', ids }, () =>
      changeRows(
        of,
        ids.map(() => ({ n })),
        ids.map(() => version),
        ({ id }) => id,
      ),
    );
  const single = ({ sources }: Process, rowId: string, n: number, version?: number) =>
    sources.executor.execute(someRequest(), {
      ...rowCommand(sources, someRequest(), { ...of, rowId }),
      decide: changeRow({ ...of, rowId }, { n }, version, () => rowId),
    });
  const codeOf = (made: Promise<unknown>): Promise<string> =>
    made.then(
      () => 'done',
      (error: unknown) => {
        if (error instanceof Problem) return error.code;
        throw error;
      },
    );
  const docs = async (ids: readonly string[]) => {
    await waitForHead(two[1].sources);
    return Promise.all(ids.map(id => rowDoc(two[1].sources, of.tableId, id)));
  };

  it('of two requests with one id and other content one is refused', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [rowId] = await added(1);
      await docs([rowId!]);
      const id = newId();
      const write = ({ sources }: Process, n: number) => {
        const request = someRequest({ id, repeatable: true, digest: `n is ${n}` });
        return sources.executor.execute(request, {
          ...rowCommand(sources, request, { ...of, rowId: rowId! }),
          decide: changeRow({ ...of, rowId: rowId! }, { n }, undefined, () => rowId),
        });
      };
      const codes = await Promise.all([codeOf(write(two[0], 1)), codeOf(write(two[1], 2))]);
      expect(codes.toSorted()).toEqual(['CONFLICT', 'done']);
    }
  });

  it('of two batches that saw the same versions one wins', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const ids = await added(6);
      expect(
        (
          await Promise.all([
            codeOf(change(two[0], ids, 1, 1)),
            codeOf(change(two[1], ids.toReversed(), 2, 1)),
          ])
        ).toSorted(),
      ).toEqual(['VERSION_MISMATCH', 'done']);
      expect((await docs(ids)).map(doc => doc!.version)).toEqual(ids.map(() => 2));
    }
  });

  it('of a batch and a single change that saw the same version one wins', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const ids = await added(6);
      expect(
        (
          await Promise.all([
            codeOf(change(two[round % 2]!, ids, 1, 1)),
            codeOf(single(two[(round + 1) % 2]!, ids[3]!, 2, 1)),
          ])
        ).toSorted(),
      ).toEqual(['VERSION_MISMATCH', 'done']);
    }
  });

  it('a batch beside a removal changes all rows or none', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const ids = await added(6);
      const ofRow = { ...of, rowId: ids[5]! };
      const { sources } = two[1];
      const removal = sources.executor.execute(someRequest(), {
        ...rowCommand(sources, someRequest(), ofRow),
        decide: removeRow(ofRow, undefined, () => undefined),
      });
      const [many] = await Promise.all([codeOf(change(two[0], ids, 1)), removal]);
      expect(['done', 'NOT_FOUND']).toContain(many);
      expect((await docs(ids)).map(doc => doc?.values['n'])).toEqual([
        ...ids.slice(1).map(() => (many === 'done' ? 1 : 0)),
        undefined,
      ]);
    }
  });

  it('batches on overlapping rows in opposite order all get through', async () => {
    const ids = await added(30);
    await Promise.all(
      Array.from({ length: 8 }, (__, i) =>
        change(two[i % 2]!, i % 2 ? ids.slice(5).toReversed() : ids.slice(0, 25), i + 1),
      ),
    );
    expect((await docs(ids)).map(doc => doc!.version)).toEqual(
      ids.map((__, i) => (i < 5 || i >= 25 ? 5 : 9)),
    );
  });

  it('of two who remove the same rows together one does', async () => {
    const ids = await added(6);
    const remove = ({ sources }: Process) =>
      codeOf(writeBatch(sources, someRequest(), of, { are: 'there', ids }, () => removeRows(of)));
    expect((await Promise.all(two.map(remove))).toSorted()).toEqual(['NOT_FOUND', 'done']);
  });

  it('a hundred who change one row all get through', async () => {
    const [id] = (await added(1)) as [string];
    const answers = await Promise.all(
      Array.from({ length: 100 }, (__, i) => single(two[i % 2]!, id, i + 1)),
    );
    expect(
      answers
        .map(({ state }) => (state.kind === 'kept' ? state.version : 0))
        .toSorted((a, b) => a - b),
    ).toEqual(answers.map((__, i) => i + 2));
  });

  describe('the same request at the other process, which may not have read yet what the first one wrote', () => {
    const asked = (
      { sources }: Process,
      rowId: string,
      n: number,
      request = someRequest({ repeatable: true, digest: 'd' }),
    ) => ({
      request,
      answer: sources.executor.execute(request, {
        ...rowCommand(sources, request, { ...of, rowId }),
        decide: changeRow({ ...of, rowId }, { n }, undefined, () => rowId),
      }),
    });

    it('gets the first answer, when something was changed and when nothing was', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const [id] = (await added(1)) as [string];
        for (const n of [1, 1]) {
          const first = asked(two[0], id, n);
          const { state, position } = await first.answer;
          expect(await asked(two[1], id, n, first.request).answer).toMatchObject({
            state,
            position,
          });
        }
        expect((await docs([id]))[0]).toMatchObject({ version: 2, values: { n: 1 } });
      }
    });

    it('gets it also when both have written since, alone and by the batch', async () => {
      const ids = await added(2);
      const [changed, unchanged] = [asked(two[0], ids[0]!, 5), asked(two[0], ids[1]!, 0)];
      const firsts = await Promise.all([changed.answer, unchanged.answer]);
      for (let n = 6; n < 66; n++)
        await (n % 3 ? single(two[n % 2]!, ids[n % 2]!, n) : change(two[n % 2]!, ids, n));
      for (const process of two) {
        const again = await Promise.all([
          asked(process, ids[0]!, 5, changed.request).answer,
          asked(process, ids[1]!, 0, unchanged.request).answer,
        ]);
        expect(again.map(({ state, position }) => ({ state, position }))).toEqual(
          firsts.map(({ state, position }) => ({ state, position })),
        );
        const other = { ...unchanged.request, digest: 'another' };
        await expect(asked(process, ids[1]!, 1, other).answer).rejects.toMatchObject({
          code: 'CONFLICT',
        });
      }
    });
  });

  it('what a process left undecided is void after a while, and its batch is decided again by another', async () => {
    const ids = await added(3);
    const request = someRequest({ id: newId(), repeatable: true, digest: 'd' });
    const asked = ({ sources }: Process) =>
      writeBatch(sources, request, of, { are: 'there', ids }, () =>
        changeRows(
          of,
          ids.map(() => ({ n: 7 })),
          [1, 1, 1],
          ({ id }) => id,
        ),
      );
    // It holds its rows, and dies before it commits.
    const { store } = two[0].sources;
    const append = store.append.bind(store);
    store.append = (stream, ...told) => {
      if (stream.startsWith('batch-')) two[0].die();
      return append(stream, ...told);
    };
    await expect(asked(two[0])).rejects.toThrow('dead');
    const [batched] = await Promise.all([asked(two[1]), single(two[1], ids[1]!, 0)]);
    expect(batched).toMatchObject({
      kind: 'decided',
      after: [{ values: { n: 7 }, version: 2 }, { version: 2 }, { version: 2 }],
    });
    expect(await asked(two[1])).toEqual({
      kind: 'repeated',
      position: batched.position,
      at: batched.position,
    });
  });
});
