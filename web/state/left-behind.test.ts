import { expect, it } from 'vitest';
import type { Op } from '../features/grid/model/op.ts';
import { keep } from '../features/grid/model/outbox-storage.ts';
import { keepDraft } from '../features/threads/model/drafts.ts';
import { keepUnsent, type Unsent } from '../features/threads/model/outbox.ts';
import { forgetLeft, leftBehind } from './left-behind.ts';

class MemoryStorage implements Storage {
  readonly #entries = new Map<string, string>();
  get length() {
    return this.#entries.size;
  }
  key(at: number) {
    return [...this.#entries.keys()][at] ?? null;
  }
  getItem(key: string) {
    return this.#entries.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    this.#entries.set(key, value);
  }
  removeItem(key: string) {
    this.#entries.delete(key);
  }
  clear() {
    this.#entries.clear();
  }
}

const op = (id: string): Op => ({
  id,
  rowId: 'r',
  state: 'waiting',
  kind: 'edit',
  field: 'f',
  value: 1,
  was: 0,
});
const unsent = (id: string): Unsent => ({
  id,
  thread: 't',
  content: 'Selam',
  replyTo: null,
  attachments: [],
  at: '',
  state: 'waiting',
});

it('unsent rows, messages and drafts are counted and deleted for one person only', () => {
  const storage = new MemoryStorage();
  expect(leftBehind(storage, 'ayse')).toBeNull();
  keep(storage, 'ayse', 'table', [], [op('1'), op('2')]);
  keepUnsent(storage, 'ayse', [], [unsent('3')]);
  keepDraft(storage, 'ayse', 'thread', { content: 'yarım', replyTo: null });
  keepDraft(storage, 'veli', 'thread', { content: 'onun', replyTo: null });
  storage.setItem('hzm-columns/ayse/table', '{}');
  expect(leftBehind(storage, 'ayse')).toEqual({ changes: 2, messages: 1, drafts: 1 });
  forgetLeft(storage, 'ayse');
  expect([leftBehind(storage, 'ayse'), leftBehind(storage, 'veli'), storage.length]).toEqual([
    null,
    { changes: 0, messages: 0, drafts: 1 },
    2,
  ]);
});
