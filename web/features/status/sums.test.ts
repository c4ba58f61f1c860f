import type { ProcessState, Status } from '@hzm/contracts/core/status';
import { expect, it } from 'vitest';
import { recently, sumsOf } from './sums.ts';

const NOW = '2026-11-21T10:00:00.000Z';
const series = (last: number): number[] => [...Array.from({ length: 59 }, () => 0), last];
const one = (more: Partial<ProcessState>): ProcessState => ({
  id: 'a',
  roles: [],
  version: '',
  startedAt: '',
  at: NOW,
  memory: 0,
  commands: series(0),
  events: series(0),
  refusals: {},
  sockets: 0,
  watchers: 0,
  isWriter: false,
  paused: {},
  rebuilding: {},
  rebuildStopped: {},
  ...more,
});
const view = (lagEvents: number, lagSeconds: number) => ({
  name: 'v',
  version: 1,
  position: '',
  lagEvents,
  lagSeconds,
  paused: null,
  rebuilding: null,
  rebuildStopped: null,
});

it('sumsOf adds up running processes, and events of writers only', () => {
  const status: Status = {
    at: NOW,
    views: [view(3, 1), view(1, 9)],
    eventStore: { kind: '', isReachable: true, head: null, size: null, growth: null },
    readModel: { kind: '', isReachable: true },
    keyVault: { kind: '', erasing: 0 },
    backups: null,
    damaged: { first: [], total: 0 },
    hour: {
      minute: 0,
      commands: [],
      refusals: [],
      people: [],
      median: [],
      p95: [],
      p99: [],
      slow: [],
    },
    online: [],
    processes: [
      one({
        commands: series(5),
        events: series(7),
        sockets: 2,
        watchers: 3,
        refusals: { A: 1, B: 4 },
      }),
      one({
        commands: series(1),
        events: series(7),
        isWriter: true,
        sockets: 1,
        refusals: { A: 1 },
      }),
      one({
        commands: series(90),
        events: series(90),
        isWriter: true,
        sockets: 50,
        watchers: 50,
        at: '2026-11-21T09:59:50.000Z',
      }),
    ],
  };
  const sums = sumsOf(status);
  expect([
    sums.commands.at(-1),
    sums.events.at(-1),
    sums.sockets,
    sums.watchers,
    sums.refusals,
    sums.worstLag,
  ]).toEqual([
    6,
    7,
    3,
    3,
    [
      ['B', 4],
      ['A', 2],
    ],
    { events: 3, seconds: 9 },
  ]);
  expect(recently(sums.commands)).toBe(6 / 5);
});
