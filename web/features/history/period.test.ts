import { expect, it } from 'vitest';
import { momentsOf, periodOf, presetOf, presets, readDay } from './period.ts';

const now = new Date(2026, 2, 3, 1, 30);

it('presetOf recognizes the period of each preset', () => {
  expect(presets.map(preset => periodOf(preset, now).from)).toEqual([
    '2026-03-03',
    '2026-02-25',
    '2026-02-02',
  ]);
  for (const preset of presets) expect(presetOf(periodOf(preset, now), now)).toBe(preset);
  expect([
    presetOf({}, now),
    presetOf({ to: '2026-03-03' }, now),
    presetOf({ from: '2026-03-03', to: '2026-03-03' }, now),
  ]).toEqual([undefined, 'own', 'own']);
});

it('momentsOf covers whole days', () => {
  const { from, to } = momentsOf({ from: '2026-02-28', to: '2026-02-28' });
  expect(Date.parse(to!) - Date.parse(from!)).toBe(86_400_000);
  expect(momentsOf({})).toEqual({});
});

it('readDay accepts valid days only', () => {
  expect(['2026-02-28', '2026-13-01', 'dün', 7, undefined].map(readDay)).toEqual([
    '2026-02-28',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
