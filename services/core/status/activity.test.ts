import { MINUTES } from '@hzm/contracts/core/activity';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinHours, joinPeople } from './join-activity.ts';
import { LastHour } from './last-hour.ts';

const BEGIN = 1_700_000_000_000;
const minuteOf = (now: number): number => Math.floor(now / 60_000);
const last = (values: readonly unknown[]): unknown => values.at(-1);

it('activity counts by minute for an hour across processes that report at different times', () => {
  const step = fc.record({
    after: fc.integer({ min: 0, max: 600_000 }),
    process: fc.integer({ min: 0, max: 2 }),
  });
  fc.assert(
    fc.property(fc.array(step), fc.integer({ min: 0, max: 5_000_000 }), (steps, wait) => {
      const processes = [new LastHour(), new LastHour(), new LastHour()];
      const added: number[] = [];
      let now = BEGIN;
      for (const { after, process } of steps) {
        now += after;
        processes[process]!.command(now);
        added.push(minuteOf(now));
      }
      const told = processes.map((process, i) => process.state(now + (i * wait) / 2));
      now += wait;
      expect(joinHours(told, now).commands).toEqual(
        Array.from(
          { length: MINUTES },
          (_, i) => added.filter(minute => minute === minuteOf(now) - MINUTES + 1 + i).length,
        ),
      );
    }),
  );
});

it('activity reports percentiles and the slowest calls', () => {
  const [one, other] = [new LastHour(), new LastHour()];
  for (let i = 0; i < 98; i++) one.answer('list-rows', 4, BEGIN);
  other.answer('export', 90_000, BEGIN);
  other.answer('list-users', 180, BEGIN);
  other.answer('list-users', 60, BEGIN + 60_000);
  const hour = joinHours([one.state(BEGIN), other.state(BEGIN + 60_000)], BEGIN + 60_000);
  expect([hour.median, hour.p95, hour.p99].map(shares => shares.slice(-2))).toEqual([
    [5, 75],
    [5, 75],
    [200, 75],
  ]);
  expect(hour.median.slice(0, -2).every(median => median === null)).toBe(true);
  expect(hour.slow).toEqual([
    { call: 'export', ms: 90_000, minute: minuteOf(BEGIN) },
    { call: 'list-users', ms: 60, minute: minuteOf(BEGIN) + 1 },
    { call: 'list-rows', ms: 4, minute: minuteOf(BEGIN) },
  ]);
});

it('activity keeps the peak of people per minute and drops it after an hour', () => {
  const hour = new LastHour();
  for (const people of [1, 4, 2]) hour.people(people, BEGIN);
  expect(last(hour.state(BEGIN).people)).toBe(4);
  expect(joinHours([hour.state(BEGIN)], BEGIN + 3_600_000)).toMatchObject({
    people: Array.from({ length: MINUTES }, () => 0),
    slow: [],
  });
});

it('activity is empty without events', () => {
  expect(joinHours([], BEGIN)).toMatchObject({
    commands: Array.from({ length: MINUTES }, () => 0),
    p95: Array.from({ length: MINUTES }, () => null),
    slow: [],
  });
});

it('joinPeople lists each person once across processes', () => {
  const place = (area: 'data' | 'project', projectId: string) => ({ area, projectId });
  expect(
    joinPeople([
      { userId: 'bora', since: '2026-01-02', places: [] },
      { userId: 'ada', since: '2026-01-03', places: [place('data', 'p')] },
      {
        userId: 'ada',
        since: '2026-01-01',
        places: [
          place('data', 'p'),
          place('project', 'q'),
          place('project', 'r'),
          place('project', 's'),
        ],
      },
    ]),
  ).toEqual([
    {
      userId: 'ada',
      since: '2026-01-01',
      places: [place('data', 'p'), place('project', 'q'), place('project', 'r')],
    },
    { userId: 'bora', since: '2026-01-02', places: [] },
  ]);
});
