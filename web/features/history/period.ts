import { dayOf } from '../../lib/values/date-text.ts';

/** Days in the reader's time zone, as `2026-11-21`, both inclusive. */
export interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const presets = ['today', 'week', 'month'] as const;
export type Preset = (typeof presets)[number];

const before: Readonly<Record<Preset, number>> = { today: 0, week: 6, month: 29 };
const dayBefore = (now: Date, days: number): string =>
  dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, 12));

/** Returns today, or the last seven or thirty days including today. */
export const periodOf = (preset: Preset, now: Date): Period => ({
  from: dayBefore(now, before[preset]),
});

/** Returns the preset of a period; `own` for any other, undefined for an unbounded one. */
export function presetOf({ from, to }: Period, now: Date): Preset | 'own' | undefined {
  if (from === undefined && to === undefined) return undefined;
  return presets.find(preset => to === undefined && from === periodOf(preset, now).from) ?? 'own';
}

/** Returns the start of the first day and the end of the last, as ISO times. */
export const momentsOf = ({ from, to }: Period): { from?: string; to?: string } => ({
  ...(from !== undefined && { from: new Date(`${from}T00:00:00`).toISOString() }),
  ...(to !== undefined && { to: nextDay(to).toISOString() }),
});

const nextDay = (day: string): Date => {
  const at = new Date(`${day}T00:00:00`);
  at.setDate(at.getDate() + 1);
  return at;
};

/** Parses a day in an address; undefined if invalid. */
export const readDay = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;
