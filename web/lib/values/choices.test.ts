import { joinNames } from '@hzm/contracts/core/choices';
import { describe, expect, it } from 'vitest';
import { optionNamed, optionWith, splitNames, unknownNames } from './choices.ts';

const options = [
  { id: 'bekliyor', name: 'Bekliyor', color: 'yellow' },
  { id: 'isleniyor', name: 'İşleniyor', color: 'blue' },
  { id: 'kapali', name: 'Açık', color: 'green' },
  { id: 'boya', name: 'Boya, vernik', color: 'gray' },
] as const;

describe('option of a text', () => {
  it('is found by id, and by name without case and accents', () => {
    expect(optionNamed(options, ' isleniyor ')?.id).toBe('isleniyor');
    expect(optionNamed(options, 'ACIK')?.id).toBe('kapali');
    expect(optionNamed(options, 'kapali')?.id).toBe('kapali');
    expect(optionNamed(options, 'bek')).toBeUndefined();
  });

  it('is found by the id of an option that was merged into it', () => {
    const merged = [{ ...options[0], merged: ['sirada'] }];
    expect(optionWith(merged, 'sirada')?.id).toBe('bekliyor');
    expect(optionNamed(merged, 'sirada')?.id).toBe('bekliyor');
    expect(optionWith(merged, 'yok')).toBeUndefined();
  });

  it('is missing for each name of a text that the field does not have', () => {
    const validation = { options: [...options] };
    expect(unknownNames({ type: 'select', validation }, 'Yeni, eski')).toEqual(['Yeni, eski']);
    expect(unknownNames({ type: 'multi_select', validation }, 'Açık, Yeni')).toEqual(['Yeni']);
  });
});

describe('list of names', () => {
  it.each([
    ['', []],
    ['Bekliyor', ['Bekliyor']],
    ['Bekliyor, İşleniyor', ['Bekliyor', 'İşleniyor']],
    ['Bekliyor,,  \nİşleniyor,', ['Bekliyor', 'İşleniyor']],
    ['"Boya, vernik", Açık', ['Boya, vernik', 'Açık']],
    ['5" boru, "a ""b"" c"', ['5" boru', 'a "b" c']],
    ['"açık kalmış', ['"açık kalmış']],
    ['Acil; "iki; üç"', ['Acil', 'iki; üç']],
  ])('splits %j', (text, names) => {
    expect(splitNames(text)).toEqual(names);
  });

  it('takes a text that is one whole name as that one', () => {
    expect(splitNames('boya, vernik', options)).toEqual(['boya, vernik']);
  });

  it('reads back what it wrote', () => {
    const names = ['Acil', 'Boya, vernik', '"tırnak"', '5" boru', 'iki\nsatır', 'a; b'];
    expect(splitNames(joinNames(names))).toEqual(names);
  });
});
