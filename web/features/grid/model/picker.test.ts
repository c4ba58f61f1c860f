import { describe, expect, it } from 'vitest';
import { draftWith, pickerOf, toggled, typedIn } from './picker.ts';

const options = [
  { id: 'acil', name: 'Acil', color: 'red' },
  { id: 'bekliyor', name: 'Bekliyor', color: 'yellow' },
  { id: 'boya', name: 'Boya, vernik', color: 'gray' },
  { id: 'eski', name: 'Eski', color: 'gray', retired: true },
] as const;
const [acil, bekliyor, boya, eski] = options;
const shown = (draft: string, typed = '', mayCreate = false) =>
  pickerOf(options, draft, typed, mayCreate).entries.map(entry =>
    entry.kind === 'create' ? `+${entry.name}` : entry.option.id,
  );

describe('picker of options', () => {
  it('offers every option that is in use, and a retired one where it is chosen', () => {
    expect(shown('')).toEqual(['acil', 'bekliyor', 'boya']);
    expect(shown('Eski')).toEqual(['acil', 'bekliyor', 'boya', 'eski']);
  });

  it('filters by a part of the name, without case and accents', () => {
    expect(shown('BEK', 'BEK')).toEqual(['bekliyor']);
    expect(shown('a', 'a')).toEqual(['acil', 'boya']);
  });

  it('takes the option of that very name first, else the first one that fits', () => {
    expect(pickerOf(options, 'ı', 'ı', false).first).toBe(0);
    expect(pickerOf([bekliyor, { ...acil, name: 'Bek' }], 'bek', 'bek', false).first).toBe(1);
    expect(pickerOf(options, '', '', false).first).toBe(-1);
    expect(pickerOf(options, 'yok', 'yok', false).first).toBe(-1);
  });

  it('offers to add a name that no option has, a retired one included', () => {
    expect(shown('Yeni', 'Yeni', true)).toEqual(['+Yeni']);
    expect(shown('eski', 'eski', true)).toEqual([]);
    expect(shown('Yeni', 'Yeni')).toEqual([]);
  });

  it('tells chosen options from the name that is being typed behind them', () => {
    const draft = draftWith([acil, boya], 'bek');
    expect(draft).toBe('Acil, "Boya, vernik", bek');
    expect(pickerOf(options, draft, 'bek', false).chosen).toEqual([acil, boya]);
    expect(typedIn(options, draft)).toBe('bek');
    expect(typedIn(options, 'Acil, Bekliyor')).toBe('');
    expect(typedIn(options, 'boya, vernik')).toBe('');
  });

  it('keeps the field’s order when an option is added or taken away', () => {
    expect(toggled(options, [boya], acil)).toEqual([acil, boya]);
    expect(toggled(options, [acil, boya, eski], boya)).toEqual([acil, eski]);
  });
});
