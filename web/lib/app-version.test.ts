import { expect, it } from 'vitest';
import { APP_VERSION, isOutdated } from './app-version.ts';

it('caches of another version are deleted once', async () => {
  const kept = new Map([
    ['hzm-version', '2024.01.01.001'],
    ['hzm-op/me/t/1', 'unsent'],
  ]);
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      kept.set(key, value);
    },
  };
  const names = new Set(['old', 'older']);
  const caches = {
    keys: async () => [...names],
    delete: async (name: string) => names.delete(name),
  };
  expect([await isOutdated(storage, caches), [...names], Object.fromEntries(kept)]).toEqual([
    true,
    [],
    { 'hzm-version': APP_VERSION, 'hzm-op/me/t/1': 'unsent' },
  ]);
  expect(await isOutdated(storage, caches)).toBe(false);
});

it('nothing is outdated on a first visit or without caches', async () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      kept.set(key, value);
    },
  };
  expect([await isOutdated(storage, undefined), kept.get('hzm-version')]).toEqual([
    false,
    APP_VERSION,
  ]);
});
