import { IconTable } from '@tabler/icons-react';
import { expect, it } from 'vitest';
import { found, type Group } from './items.ts';

const group = (title: string, ...labels: string[]): Group => ({
  title,
  items: labels.map(label => ({
    id: label,
    label,
    description: title,
    Icon: IconTable,
    does: () => {},
  })),
});
const labels = (groups: readonly Group[]): string[] =>
  groups.flatMap(({ items }) => items.map(({ label }) => label));

it('found ignores case and Turkish diacritics, and searches descriptions', () => {
  const groups = [group('Tablolar', 'Şikâyet kayıtları', 'Ürünler'), group('Komutlar', 'Çıkış')];
  expect([
    labels(found(groups, 'SIKAYET')),
    labels(found(groups, 'tablolar')),
    labels(found(groups, ' cikis ')),
    found(groups, 'zzz'),
  ]).toEqual([['Şikâyet kayıtları'], ['Şikâyet kayıtları', 'Ürünler'], ['Çıkış'], []]);
});

it('found shows eight items of each group, and twenty for a search', () => {
  const many = Array.from({ length: 30 }, (_, n) => `tablo ${n}`);
  expect([
    labels(found([group('a', ...many), group('b', 'komut')], '')).length,
    labels(found([group('a', ...many), group('b', 'tablo')], 'tablo')).length,
  ]).toEqual([9, 20]);
});

it('found shows all that the server found, beside twenty others', () => {
  const many = Array.from({ length: 30 }, (_, n) => `tablo ${n}`);
  const rows: Group = { ...group('Kayıtlar', 'tablo a', 'tablo b', 'x'), isFound: true };
  expect(
    found([group('a', ...many), rows, group('b', 'tablo')], 'tablo').map(
      ({ items }) => items.length,
    ),
  ).toEqual([20, 2]);
});
