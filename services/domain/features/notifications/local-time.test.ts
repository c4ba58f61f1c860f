import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nextAt, quietEnd } from './local-time.ts';

const MINUTE = 60_000;
/**
 * Zones with half and quarter hours, clock changes of half an hour to two hours in both
 * hemispheres, and a skipped day.
 */
const zones = [
  'UTC',
  'Europe/Istanbul',
  'Europe/Berlin',
  'America/New_York',
  'America/Havana',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Antarctica/Troll',
  'America/Sao_Paulo',
  'Atlantic/Azores',
  'Africa/Casablanca',
  'Pacific/Apia',
];
const zone = fc.constantFrom(...zones);
const time = fc
  .integer({ min: 0, max: 24 * 60 - 1 })
  .map(
    minute =>
      `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
  );
/** Instants near clock changes, and any others. */
const changes = [
  '2026-03-08T07:00:00Z',
  '2026-03-29T01:00:00Z',
  '2026-10-25T01:00:00Z',
  '2026-11-01T06:00:00Z',
  '2026-04-04T15:00:00Z',
  '2026-10-03T15:30:00Z',
  '2018-02-18T02:00:00Z',
  '2018-11-04T03:00:00Z',
  '2011-12-30T10:00:00Z',
  '2026-02-15T02:00:00Z',
  '2026-03-22T02:00:00Z',
].map(text => Date.parse(text));
const instant = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...changes),
      fc.integer({ min: -30 * 60 * MINUTE, max: 6 * 60 * MINUTE }),
    )
    .map(([at, off]) => at + off),
  fc
    .date({
      min: new Date('2015-01-01T00:00:00Z'),
      max: new Date('2035-01-01T00:00:00Z'),
      noInvalidDate: true,
    })
    .map(date => date.getTime()),
);

const shown = new Map(
  zones.map(timeZone => [
    timeZone,
    new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
  ]),
);
/** Formats an instant as the zone's clock, `2026-03-29 03:00`. */
const clock = (at: number, timeZone: string): string => shown.get(timeZone)!.format(at);

/** Searches minute by minute. */
function naive(from: number, isWanted: (at: number) => boolean): number {
  for (let at = from; ; at = Math.floor(at / MINUTE) * MINUTE + MINUTE) if (isWanted(at)) return at;
}

it('quietEnd returns the same as a search of every minute', () => {
  fc.assert(
    fc.property(instant, time, time, zone, (at, from, to, timeZone) => {
      fc.pre(from !== to);
      const isQuiet = (one: number): boolean => {
        const now = clock(one, timeZone).slice(11);
        return from < to ? now >= from && now < to : now >= from || now < to;
      };
      expect(quietEnd(at, { from, to }, timeZone)).toBe(naive(at, one => !isQuiet(one)));
    }),
    { numRuns: 400 },
  );
});

it('nextAt returns the same as a search of every minute', () => {
  fc.assert(
    fc.property(instant, time, zone, (after, at, timeZone) => {
      /** Returns the last day on which the time had passed. */
      const passed = (one: number): number => {
        const [day, now] = clock(one, timeZone).split(' ') as [string, string];
        return Date.parse(day) - (now >= at ? 0 : 86_400_000);
      };
      const last = passed(after);
      expect(nextAt(after, at, timeZone)).toBe(naive(after, one => passed(one) > last));
    }),
    { numRuns: 400 },
  );
});

it('nextAt handles times that clocks skip or show twice', () => {
  // Berlin skips 02:00 to 03:00 on 29 March, and shows it twice on 25 October 2026.
  expect(
    new Date(nextAt(Date.parse('2026-03-29T00:00:00Z'), '02:30', 'Europe/Berlin')).toISOString(),
  ).toBe('2026-03-29T01:00:00.000Z');
  const first = nextAt(Date.parse('2026-10-24T12:00:00Z'), '02:30', 'Europe/Berlin');
  expect(new Date(first).toISOString()).toBe('2026-10-25T00:30:00.000Z');
  expect(new Date(nextAt(first, '02:30', 'Europe/Berlin')).toISOString()).toBe(
    '2026-10-26T01:30:00.000Z',
  );
  expect(
    new Date(
      quietEnd(
        Date.parse('2026-05-04T20:00:00Z'),
        { from: '22:00', to: '07:30' },
        'Europe/Istanbul',
      ),
    ).toISOString(),
  ).toBe('2026-05-05T04:30:00.000Z');
  expect(quietEnd(5, null, 'UTC')).toBe(5);
});
