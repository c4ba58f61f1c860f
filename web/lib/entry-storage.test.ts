// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { idOfEntry, readEntries, writeEntries } from './entry-storage.ts';

const one = (id: string, state = 'waiting') => ({ id, state });

beforeEach(() => localStorage.clear());

it('readEntries returns own entries in order, pending ones as waiting, without unreadable ones', () => {
  writeEntries(localStorage, 'mine/', [], [one('2', 'sending'), one('1', 'failed')]);
  writeEntries(localStorage, 'theirs/', [], [one('3')]);
  localStorage.setItem('mine/0', '{');
  expect(readEntries(localStorage, 'mine/')).toEqual([one('1', 'failed'), one('2', 'waiting')]);
});

it('writeEntries writes changed entries only and removes missing ones', () => {
  const [kept, gone] = [one('1'), one('2')];
  writeEntries(localStorage, 'mine/', [], [kept, gone]);
  const setItem = vi.fn<(key: string, value: string) => void>();
  const removeItem = vi.fn<(key: string) => void>();
  writeEntries(
    { length: 0, key: () => null, getItem: () => null, setItem, removeItem },
    'mine/',
    [kept, gone],
    [kept, one('3')],
  );
  expect([setItem.mock.calls, removeItem.mock.calls]).toEqual([
    [['mine/3', JSON.stringify(one('3'))]],
    [['mine/2']],
  ]);
});

it('writeEntries stops when the storage is full', () => {
  const setItem = vi.fn<(key: string, value: string) => void>(() => {
    throw new Error('full');
  });
  writeEntries(
    { length: 0, key: () => null, getItem: () => null, setItem, removeItem: () => {} },
    'mine/',
    [],
    [one('1'), one('2')],
  );
  expect(setItem).toHaveBeenCalledTimes(1);
});

it('idOfEntry parses the key of an entry', () => {
  expect([
    idOfEntry('mine/', 'mine/7'),
    idOfEntry('mine/', 'theirs/7'),
    idOfEntry('mine/', null),
  ]).toEqual(['7', undefined, undefined]);
});
