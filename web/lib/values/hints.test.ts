import type { Language } from '@hzm/contracts/core/language';
import { fieldTypeGroups, type FieldType } from '@hzm/contracts/features/tables/field-types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCoordinates, writeCoordinates } from './coordinates-text.ts';
import { draftDuration, formatDuration, readDuration } from './duration-text.ts';
import { exampleOf } from './example-text.ts';
import { draftOf, formatted, valueFrom, type Words } from './value-text.ts';

const words: Readonly<Record<Language, Words>> = {
  tr: { language: 'tr', yes: 'Evet', no: 'Hayır' },
  en: { language: 'en', yes: 'Yes', no: 'No' },
};
const field = (type: FieldType) => ({ type, validation: {}, required: false });

describe('durations', () => {
  it.each<[string, Language, string | undefined]>([
    ['1:30', 'tr', 'PT1H30M'],
    ['1:30:15', 'en', 'PT1H30M15S'],
    ['0:05', 'tr', 'PT5M'],
    ['90 dk', 'tr', 'PT1H30M'],
    ['90 min', 'en', 'PT1H30M'],
    ['1,5 saat', 'tr', 'PT1H30M'],
    ['1.5 hours', 'en', 'PT1H30M'],
    ['1 sa 30 dk', 'tr', 'PT1H30M'],
    ['1 saat ve 30 dakika', 'tr', 'PT1H30M'],
    ['2h 15m', 'en', 'PT2H15M'],
    ['3 gün', 'tr', 'P3D'],
    ['1 day 2 hours', 'en', 'P1DT2H'],
    ['36 saat', 'tr', 'PT36H'],
    ['45 sn', 'tr', 'PT45S'],
    ['0 dk', 'tr', 'PT0S'],
    ['45 SANİYE', 'tr', 'PT45S'],
    ['1:75', 'tr', undefined],
    ['yarın', 'tr', undefined],
    ['5 elma', 'tr', undefined],
    ['1 saat 2 saat', 'tr', undefined],
    ['toString 3', 'en', undefined],
    ['0,1 sn', 'tr', undefined],
  ])('%s (%s) is %s', (text, language, iso) => {
    expect(readDuration(text, language)).toBe(iso);
  });

  it('are formatted in units, unless their units have no fixed length', () => {
    expect([
      formatDuration('PT1H30M', 'tr'),
      formatDuration('PT1H30M', 'en'),
      formatDuration('P2DT5S', 'tr'),
      formatDuration('PT0S', 'en'),
      formatDuration(5_400, 'tr'),
      formatDuration('P1Y2M', 'tr'),
      formatDuration(1.5, 'en'),
    ]).toEqual(['1 sa 30 dk', '1 h 30 min', '2 gün 5 sn', '0 s', '1 sa 30 dk', 'P1Y2M', '1.5']);
  });

  it('round-trip through their draft', () => {
    fc.assert(
      fc.property(
        fc.nat(500),
        fc.nat(90),
        fc.nat(90),
        fc.constantFrom('tr', 'en'),
        (h, m, s, language) => {
          const iso = `PT${h}H${m}M${s}S`;
          const seconds = [h * 3600 + m * 60 + s, h * 3600 + m * 60, h * 86_400, m * 60];
          const back = (value: string | number) =>
            valueFrom(
              field('duration'),
              draftOf(field('duration'), value, words[language]),
              words[language],
            );
          expect([iso, `PT${h * 60 + m}M`, `P${h}D`, `PT${m}M`].map(back)).toEqual(
            seconds.map(value => ({ value })),
          );
          expect(seconds.map(back)).toEqual(seconds.map(value => ({ value })));
        },
      ),
    );
    expect([
      draftDuration('PT1H30M', 'tr'),
      draftDuration('PT90M', 'tr'),
      draftDuration(45, 'tr'),
      draftDuration(1.5, 'tr'),
    ]).toEqual(['1:30', 'PT90M', '0:00:45', '1,5']);
  });

  it('report a problem if invalid', () => {
    expect(valueFrom(field('duration'), '1:75', words.tr)).toEqual({ problem: 'duration' });
    expect(valueFrom(field('duration'), '90', words.tr)).toEqual({ value: 90 });
    expect(valueFrom(field('duration'), 'p1y', words.en)).toEqual({ problem: 'duration' });
  });
});

describe('coordinates', () => {
  const here = { lat: 41.0082, lng: 28.9784 };
  it.each([
    '41.0082, 28.9784',
    '41.0082 28.9784',
    '(41.0082, 28.9784)',
    '41,0082; 28,9784',
    '41,0082 28,9784',
    '41,0082, 28,9784',
    '41.0082° N, 28.9784° E',
    '41,0082° K 28,9784° D',
    '28.9784° E 41.0082° N',
    'https://www.google.com/maps/@41.0082,28.9784,12z',
    'https://www.google.com/maps/place/Ayasofya/@41.1,28.5,17z/data=!3m1!4b1!4m6!3m5!1s0x0:0x0!8m2!3d41.0082!4d28.9784!16s',
    'https://maps.google.com/?q=41.0082,28.9784',
    'https://www.google.com/maps/search/?api=1&query=41.0082%2C28.9784',
    'https://www.openstreetmap.org/#map=15/41.0082/28.9784',
    'https://www.openstreetmap.org/?mlat=41.0082&mlon=28.9784#map=5/1/2',
    'https://maps.apple.com/?ll=41.0082,28.9784&z=10',
    'https://yandex.com.tr/maps/?ll=28.9784%2C41.0082&z=12',
    'https://www.bing.com/maps?cp=41.0082~28.9784&lvl=11',
    'geo:41.0082,28.9784',
  ])('%s', text => {
    for (const language of ['tr', 'en'] as const)
      expect(valueFrom(field('coordinates'), text, words[language])).toEqual({ value: here });
  });

  it('refuse a pasted text of a million spaces at once, as durations and moments do', () => {
    for (const type of ['coordinates', 'duration', 'datetime'] as const)
      expect(valueFrom(field(type), `1${' '.repeat(1_000_000)}x`, words.tr)).toHaveProperty(
        'problem',
      );
  });

  it('accept degrees, minutes and seconds, south and west', () => {
    expect(readCoordinates('41°00\'36"N 28°30\'00"E')).toEqual({ lat: 41.01, lng: 28.5 });
    expect(readCoordinates("33°30'S, 70.5°W")).toEqual({ lat: -33.5, lng: -70.5 });
  });

  it('report a problem if invalid, and accept JSON', () => {
    for (const text of [
      '91, 0',
      '41',
      'https://example.com/?q=Istanbul',
      '1, 2, 3',
      'https://www.google.com/maps/place/Istanbul',
    ])
      expect(valueFrom(field('coordinates'), text, words.en)).toEqual({ problem: 'coordinates' });
    expect(valueFrom(field('coordinates'), '{"lat":1,"lng":2}', words.tr)).toEqual({
      value: { lat: 1, lng: 2 },
    });
    expect(valueFrom(field('coordinates'), '[1,2,3]', words.tr)).toEqual({ value: [1, 2, 3] });
  });

  it('round-trip through their text', () => {
    const angle = (most: number) =>
      fc.double({ min: -most, max: most, noNaN: true }).map(value => value || 0);
    fc.assert(
      fc.property(angle(90), angle(180), (lat, lng) => {
        const value = { lat, lng };
        expect(
          valueFrom(field('coordinates'), draftOf(field('coordinates'), value, words.tr), words.tr),
        ).toEqual({ value });
      }),
    );
    expect([
      formatted(field('coordinates'), here, words.tr),
      writeCoordinates({ lat: 1e-9, lng: 0 }),
    ]).toEqual(['41.0082, 28.9784', undefined]);
    // A vector of two numbers is not coordinates and stays unchanged.
    expect(
      valueFrom(field('coordinates'), draftOf(field('coordinates'), [41, 29], words.tr), words.tr),
    ).toEqual({ value: [41, 29] });
  });
});

describe('percentages', () => {
  it('are parsed and formatted in the language', () => {
    for (const text of ['%12,5', '12,5%', '12,5 %', '% 12,5', '12,5'])
      expect(valueFrom(field('percentage'), text, words.tr)).toEqual({ value: 12.5 });
    for (const text of ['12.5%', '12.5', '%12.5'])
      expect(valueFrom(field('percentage'), text, words.en)).toEqual({ value: 12.5 });
    expect([
      formatted(field('percentage'), 12.5, words.tr),
      formatted(field('percentage'), -12.5, words.en),
      draftOf(field('percentage'), 12.5, words.tr),
    ]).toEqual(['%12,5', '-12.5%', '12,5']);
  });
});

describe('examples', () => {
  it('of every type are valid in both languages', () => {
    for (const type of Object.values(fieldTypeGroups).flat()) {
      for (const language of ['tr', 'en'] as const) {
        const example = exampleOf(field(type), language);
        expect({
          type,
          language,
          ...(example === undefined
            ? { value: null }
            : valueFrom(field(type), example, words[language])),
        }).not.toHaveProperty('problem');
      }
    }
  });

  it('exist for every type whose form is not obvious', () => {
    expect(
      (
        [
          'duration',
          'percentage',
          'coordinates',
          'date',
          'datetime',
          'time',
          'currency',
          'weight',
          'object',
          'array',
          'matrix',
          'vector',
          'tensor',
          'dataset',
        ] as const
      ).filter(type => exampleOf(field(type), 'tr') === undefined),
    ).toEqual([]);
    expect([
      exampleOf(field('percentage'), 'tr'),
      exampleOf(field('percentage'), 'en'),
      exampleOf(field('duration'), 'tr'),
      exampleOf({ type: 'currency', validation: { currency: 'USD' } }, 'tr'),
    ]).toEqual(['%12,5', '12.5%', '1:30', '12,50 USD']);
  });
});
