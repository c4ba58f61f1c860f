import {
  AWAY_MINUTES,
  MAX_MAIL_FAILURES,
  MAX_MAILS_A_DAY,
} from '@hzm/contracts/features/notifications/settings';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueAt, type Waiting } from './mail-due.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const start = Date.parse('2026-05-04T09:00:00Z');
const iso = (at: number): string => new Date(at).toISOString();
const settings = {
  mail: 'soon',
  changedAt: iso(start - 2 * DAY),
  digestAt: '08:00',
  quiet: null,
  timeZone: 'Europe/Istanbul',
} as const;
const waiting = (more: Partial<Waiting> = {}): Waiting => ({
  settings,
  mailed: undefined,
  oldest: start,
  seenAt: start - DAY,
  ...more,
});
const mailed = (
  at: number,
  more: Partial<NonNullable<Waiting['mailed']>> = {},
): Waiting['mailed'] => ({ at: iso(at), ofDay: 1, failures: 0, isFailing: false, ...more });
const shown = new Map<string, Intl.DateTimeFormat>();
const clock = (at: number, timeZone: string): string => {
  const format =
    shown.get(timeZone) ??
    new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  shown.set(timeZone, format);
  return format.format(at);
};

/** Whether a person may be mailed in this minute, by each rule separately. */
function mayMail(
  { settings: { mail, quiet, timeZone, digestAt }, mailed: last, oldest, seenAt }: Waiting,
  now: number,
): boolean {
  const lastAt = last ? Date.parse(last.at) : -Infinity;
  const isFailing = last?.isFailing ?? false;
  const time = clock(now, timeZone).slice(11);
  if (
    quiet &&
    (quiet.from < quiet.to
      ? time >= quiet.from && time < quiet.to
      : time >= quiet.from || time < quiet.to)
  )
    return false;
  if (now < lastAt + AWAY_MINUTES * MINUTE * (isFailing ? 2 ** (last!.failures - 1) : 1))
    return false;
  if (last && last.ofDay >= MAX_MAILS_A_DAY && iso(now).slice(0, 10) === last.at.slice(0, 10))
    return false;
  if (mail === 'soon')
    return now >= oldest + AWAY_MINUTES * MINUTE && now >= seenAt + AWAY_MINUTES * MINUTE;
  if (isFailing) return true;
  const passed = (at: number): number =>
    Date.parse(clock(at, timeZone).slice(0, 10)) -
    (clock(at, timeZone).slice(11) >= digestAt ? 0 : DAY);
  return passed(now) > passed(Math.max(oldest, lastAt));
}

it('dueAt returns the same as a search of every minute by all rules', () => {
  const near = (days: number): fc.Arbitrary<number> =>
    fc.integer({ min: -days * 24 * 60, max: 0 }).map(minutes => start + minutes * MINUTE);
  const hour = fc.integer({ min: 0, max: 23 }).map(n => `${String(n).padStart(2, '0')}:30`);
  const any = fc.record({
    settings: fc.record({
      mail: fc.constantFrom('soon' as const, 'daily' as const),
      changedAt: fc.constant(iso(start - 9 * DAY)),
      digestAt: hour,
      quiet: fc.option(fc.record({ from: hour, to: hour }).filter(({ from, to }) => from !== to)),
      timeZone: fc.constantFrom('UTC', 'Europe/Istanbul', 'Asia/Kolkata', 'America/New_York'),
    }),
    mailed: fc.option(
      fc.record({
        at: near(2).map(iso),
        ofDay: fc.constantFrom(1, MAX_MAILS_A_DAY),
        failures: fc.integer({ min: 1, max: 5 }),
        isFailing: fc.boolean(),
      }),
      { nil: undefined },
    ),
    oldest: near(2),
    seenAt: near(1),
  });
  fc.assert(
    fc.property(any, one => {
      let now = start;
      while (!mayMail(one, now)) now += MINUTE;
      expect(iso(dueAt(one, start)!)).toBe(iso(now));
    }),
    { numRuns: 150 },
  );
});

describe('notification mails', () => {
  it("wait ten minutes after the event and after the person's last activity", () => {
    expect(dueAt(waiting(), start)).toBe(start + 10 * MINUTE);
    expect(dueAt(waiting({ seenAt: start + 5 * MINUTE }), start + 5 * MINUTE)).toBe(
      start + 15 * MINUTE,
    );
    expect(dueAt(waiting(), start + DAY)).toBe(start + DAY);
  });
  it('wait ten minutes after the last mail, and until the next day after the daily maximum', () => {
    expect(dueAt(waiting({ mailed: mailed(start + 8 * MINUTE) }), start + 10 * MINUTE)).toBe(
      start + 18 * MINUTE,
    );
    expect(
      dueAt(waiting({ mailed: mailed(start, { ofDay: MAX_MAILS_A_DAY }) }), start + DAY / 24),
    ).toBe(Date.parse('2026-05-05T00:00:00Z'));
  });
  it('never fall into quiet hours, even if due before them', () => {
    const quiet = { ...settings, quiet: { from: '12:10', to: '13:00' } };
    expect(dueAt(waiting({ settings: quiet }), start)).toBe(start + 60 * MINUTE);
    expect(dueAt(waiting({ settings: quiet, oldest: start - DAY }), start + 20 * MINUTE)).toBe(
      start + 60 * MINUTE,
    );
  });
  it('are sent once a day at the chosen hour if so set, late rather than never', () => {
    const daily = { ...settings, mail: 'daily' as const };
    expect(iso(dueAt(waiting({ settings: daily }), start)!)).toBe('2026-05-05T05:00:00.000Z');
    expect(dueAt(waiting({ settings: daily }), start + 2 * DAY)).toBe(start + 2 * DAY);
    expect(
      iso(dueAt(waiting({ settings: daily, mailed: mailed(start + DAY) }), start + DAY)!),
    ).toBe('2026-05-06T05:00:00.000Z');
  });
  it('back off exponentially on failure, then stop until the settings change', () => {
    const failing = (failures: number) =>
      waiting({ oldest: start - DAY, mailed: mailed(start, { failures, isFailing: true }) });
    expect([1, 2, 5].map(failures => (dueAt(failing(failures), start)! - start) / MINUTE)).toEqual([
      10, 20, 160,
    ]);
    expect(dueAt(failing(MAX_MAIL_FAILURES), start + 99 * DAY)).toBeUndefined();
    expect(
      dueAt(
        {
          ...failing(MAX_MAIL_FAILURES),
          settings: { ...settings, changedAt: iso(start + MINUTE) },
        },
        start + DAY,
      ),
    ).toBe(start + DAY);
    expect(dueAt(waiting({ settings: { ...settings, mail: 'never' } }), start)).toBeUndefined();
  });
});
