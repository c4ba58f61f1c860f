import { MAX_OPTIONS } from '@hzm/contracts/core/choices';
import type { FieldOption } from '@hzm/contracts/features/tables/options';
import { describe, expect, it } from 'vitest';
import {
  namesInLines,
  optionProblems,
  rebased,
  sentOptions,
  withChange,
  withMerged,
  withMoved,
  withNames,
  withRetired,
} from './option-list.ts';

const acil: FieldOption = { id: 'acil', name: 'Acil', color: 'red' };
const olagan: FieldOption = { id: 'olagan', name: 'Olağan', color: 'gray' };
const eski: FieldOption = { id: 'eski', name: 'Eski', color: 'gray', retired: true };
const base = [acil, olagan, eski];
const names = (options: readonly FieldOption[]) => options.map(({ name }) => name);

describe('list of options', () => {
  it('takes one name a line, and a cell of a spreadsheet as a line', () => {
    expect(namesInLines('Yeni\r\n  Bekliyor \n\nBitti\tİptal')).toEqual([
      'Yeni',
      'Bekliyor',
      'Bitti',
      'İptal',
    ]);
  });

  it('adds names that are not there yet, each with the colour that is used least', () => {
    const more = withNames(base, ['ACİL', 'Yeni', ' ', 'yeni', 'Bitti']);
    expect(names(more)).toEqual(['Acil', 'Olağan', 'Eski', 'Yeni', 'Bitti']);
    expect(more.slice(3).map(({ color }) => color)).toEqual(['blue', 'green']);
    expect(new Set(more.map(({ id }) => id)).size).toBe(5);
  });

  it('adds no more options than a field may have', () => {
    const many = withNames(
      [],
      Array.from({ length: 300 }, (_, at) => `s${at}`),
    );
    expect(many).toHaveLength(MAX_OPTIONS);
  });

  it('moves within its ends', () => {
    expect(names(withMoved(base, 'eski', 0))).toEqual(['Eski', 'Acil', 'Olağan']);
    expect(names(withMoved(base, 'acil', -1))).toEqual(['Acil', 'Olağan', 'Eski']);
  });

  it('merges with everything that was merged before', () => {
    const once = withMerged(base, 'olagan', 'acil');
    expect(withMerged(once, 'acil', 'eski')).toEqual([{ ...eski, merged: ['acil', 'olagan'] }]);
    expect(withMerged(withNames([acil], ['Yeni']), '+1', 'acil')).toEqual([acil]);
  });

  it('finds empty names and the later one of two that are the same', () => {
    const wrong = withChange(withChange(base, 'acil', { name: ' ' }), 'eski', { name: 'OLAGAN' });
    expect([...optionProblems(wrong)]).toEqual([
      ['acil', 'nameEmpty'],
      ['eski', 'nameTaken'],
    ]);
  });

  it('leaves the ids of new options to the server', () => {
    expect(sentOptions(withNames([acil], ['Yeni']))).toEqual([
      acil,
      { name: 'Yeni', color: 'gray' },
    ]);
  });

  it('keeps what others added and changed meanwhile, and one’s own changes', () => {
    const yeni: FieldOption = { id: 'yeni', name: 'Yeni', color: 'blue' };
    const theirs = [{ ...acil, color: 'pink' as const }, yeni, eski];
    const mine = withRetired(
      withNames(withChange(base, 'acil', { name: 'Çok acil' }), ['Ek']),
      'eski',
      false,
    );
    expect(rebased(base, mine, theirs)).toEqual([
      { id: 'acil', name: 'Çok acil', color: 'pink' },
      { id: 'eski', name: 'Eski', color: 'gray' },
      { id: '+3', name: 'Ek', color: 'blue' },
      yeni,
    ]);
  });
});
