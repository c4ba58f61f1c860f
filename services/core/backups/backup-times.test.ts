import { expect, it } from 'vitest';
import { lastDue, nextDue } from './backup-times.ts';

const times = ['03:00', '15:30'];
/** A time in this machine's time zone. */
const at = (day: number, hours: number, minutes: number): Date =>
  new Date(2026, 4, day, hours, minutes);

it.each([
  [at(4, 2, 59), at(3, 15, 30), at(4, 3, 0)],
  [at(4, 3, 0), at(4, 3, 0), at(4, 15, 30)],
  [at(4, 15, 29), at(4, 3, 0), at(4, 15, 30)],
  [at(4, 23, 59), at(4, 15, 30), at(5, 3, 0)],
  [at(31, 16, 0), at(31, 15, 30), new Date(2026, 5, 1, 3, 0)],
])('at %s the last backup was due at %s and the next is due at %s', (now, last, next) => {
  expect([lastDue(times, now), nextDue(times, now)]).toEqual([last, next]);
});

it('a single time of day is due once a day', () => {
  expect([lastDue(['03:00'], at(4, 2, 0)), nextDue(['03:00'], at(4, 3, 0))]).toEqual([
    at(3, 3, 0),
    at(5, 3, 0),
  ]);
});
