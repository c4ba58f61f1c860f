import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clientError } from '../../../lib/api-error.ts';
import type { Watcher } from '../../../realtime/socket.ts';
import { createRelatedNames } from './related-names.ts';
import type { ReadRow } from './related-reads.ts';

const label = { tableId: 'customers', fieldId: 'name' };
const at = (position: string, changes: readonly object[]) =>
  ({ topic: 'table:customers', at: '', position, changes }) as never;

function world() {
  const asked: { readonly ids: readonly string[]; readonly waitFor: string | undefined }[] = [];
  const rows = new Map<string, string>([
    ['a', 'Ayşe'],
    ['b', 'Bora'],
  ]);
  let watcher: Watcher | undefined;
  let answer = async (ids: readonly string[]): Promise<readonly ReadRow[]> =>
    ids.flatMap(id => (rows.has(id) ? [{ id, value: rows.get(id)! }] : []));
  const names = createRelatedNames({
    read: (_, ids, waitFor) => {
      asked.push({ ids, waitFor });
      return answer(ids);
    },
    watch: (_, given) => {
      watcher = given;
      return () => {};
    },
  });
  names.follow('customers');
  const read = () => vi.runAllTimersAsync();
  return {
    names,
    rows,
    asked,
    read,
    watcher: () => watcher!,
    answerWith: (next: typeof answer) => {
      answer = next;
    },
  };
}

describe('names of related rows', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are read together as they are asked for, each once; missing rows are deleted ones', async () => {
    const { names, asked, read } = world();
    for (const id of ['a', 'b', 'gone', 'a']) expect(names.valueOf(label, id)).toBeUndefined();
    await read();
    expect(asked.map(({ ids }) => ids)).toEqual([['a', 'b', 'gone']]);
    expect(names.valueOf(label, 'a')).toEqual({ value: 'Ayşe' });
    expect(names.valueOf(label, 'gone')).toBeNull();
    await read();
    expect(asked).toHaveLength(1);
  });

  it('follow changes of their table without a read', async () => {
    const { names, asked, read, watcher } = world();
    names.valueOf(label, 'a');
    names.valueOf(label, 'b');
    await read();
    const before = names.version();
    watcher().onChanges(
      at('5', [
        { op: 'patch', kind: 'row', id: 'a', version: 2, patch: { name: 'Ayla' } },
        { op: 'patch', kind: 'row', id: 'b', version: 2, patch: { other: 1 } },
        { op: 'put', kind: 'row', id: 'c', version: 1, doc: { name: 'Can' } },
      ]),
    );
    expect(names.valueOf(label, 'a')).toEqual({ value: 'Ayla' });
    expect(names.version()).toBe(before + 1);
    watcher().onChanges(at('6', [{ op: 'drop', kind: 'row', id: 'a', version: 3 }]));
    expect(names.valueOf(label, 'a')).toBeNull();
    watcher().onChanges(
      at('7', [{ op: 'put', kind: 'row', id: 'a', version: 4, doc: { name: 'Ayla' } }]),
    );
    expect(names.valueOf(label, 'a')).toEqual({ value: 'Ayla' });
    expect(asked).toHaveLength(1);
  });

  it('are read again, at least as new, if they changed while they were being read', async () => {
    const { names, asked, read, watcher, answerWith } = world();
    const old = Promise.withResolvers<readonly ReadRow[]>();
    answerWith(() => old.promise);
    names.valueOf(label, 'a');
    await read();
    watcher().onChanges(
      at('9', [{ op: 'patch', kind: 'row', id: 'a', version: 2, patch: { name: 'Ayla' } }]),
    );
    answerWith(async ids => ids.map(id => ({ id, value: 'Ayla' })));
    old.resolve([{ id: 'a', value: 'Ayşe' }]);
    await read();
    expect(names.valueOf(label, 'a')).toEqual({ value: 'Ayla' });
    expect(asked.at(-1)).toEqual({ ids: ['a'], waitFor: '9' });
  });

  it('are read again after a failure and when changes were missed', async () => {
    const { names, rows, asked, read, watcher, answerWith } = world();
    answerWith(() => Promise.reject(clientError('OFFLINE_ERROR')));
    names.valueOf(label, 'a');
    await vi.advanceTimersByTimeAsync(100);
    expect(names.valueOf(label, 'a')).toBeUndefined();
    answerWith(async ids => ids.map(id => ({ id, value: rows.get(id)! })));
    await read();
    expect(names.valueOf(label, 'a')).toEqual({ value: 'Ayşe' });
    rows.set('a', 'Aslı');
    watcher().onRefetch();
    await read();
    expect(names.valueOf(label, 'a')).toEqual({ value: 'Aslı' });
    expect(asked.length).toBeGreaterThanOrEqual(3);
  });
});
