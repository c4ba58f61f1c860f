// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { noteOpened, openedTables } from './opened-tables.ts';

beforeEach(() => localStorage.clear());

it('keeps the tables of a person that were opened last, each once, ten at most', () => {
  for (let n = 0; n < 12; n++) noteOpened('ada', `0${n}`);
  noteOpened('ada', '05');
  expect(openedTables('ada')).toEqual([
    '05',
    '011',
    '010',
    '09',
    '08',
    '07',
    '06',
    '04',
    '03',
    '02',
  ]);
  expect(openedTables('can')).toEqual([]);
});

it('reads nothing from what is no list of ids', () => {
  for (const kept of ['', '{', '{}', 'null', '[1, null, "x y", "../", ["a"]]']) {
    localStorage.setItem('hzm-opened-tables/ada', kept);
    expect(openedTables('ada')).toEqual([]);
  }
});
