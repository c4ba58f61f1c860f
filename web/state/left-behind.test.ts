import { expect, it } from 'vitest';
import { keep } from '../features/grid/model/outbox-storage.ts';
import type { Op } from '../features/grid/model/op.ts';
import { keepDraft } from '../features/threads/model/drafts.ts';
import { keepUnsent, type Unsent } from '../features/threads/model/outbox.ts';
import { forgetLeft, leftBehind } from './left-behind.ts';

class Shelf implements Storage {
  readonly #entries = new Map<string, string>();
  get length() { return this.#entries.size; }
  key(at: number) { return [...this.#entries.keys()][at] ?? null; }
  getItem(key: string) { return this.#entries.get(key) ?? null; }
  setItem(key: string, value: string) { this.#entries.set(key, value); }
  removeItem(key: string) { this.#entries.delete(key); }
  clear() { this.#entries.clear(); }
}

const op = (id: string): Op => ({ id, rowId: 'r', state: 'waiting', kind: 'edit', field: 'f', value: 1, was: 0 });
const unsent = (id: string): Unsent => ({ id, thread: 't', content: 'Selam', replyTo: null, attachments: [], at: '', state: 'waiting' });

it('what rows, messages and drafts leave is found and forgotten, of one person alone', () => {
  const shelf = new Shelf();
  expect(leftBehind(shelf, 'ayse')).toBeNull();
  keep(shelf, 'ayse', 'table', [], [op('1'), op('2')]);
  keepUnsent(shelf, 'ayse', [], [unsent('3')]);
  keepDraft(shelf, 'ayse', 'thread', { content: 'yarım', replyTo: null });
  keepDraft(shelf, 'veli', 'thread', { content: 'onun', replyTo: null });
  shelf.setItem('hzm-columns/ayse/table', '{}');
  expect(leftBehind(shelf, 'ayse')).toEqual({ changes: 2, messages: 1, drafts: 1 });
  forgetLeft(shelf, 'ayse');
  expect([leftBehind(shelf, 'ayse'), leftBehind(shelf, 'veli'), shelf.length]).toEqual([null, { changes: 0, messages: 0, drafts: 1 }, 2]);
});
