import type { Event } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import { describe, expect, it } from 'vitest';
import { partOf } from './row-events.ts';

const event = (type: string, data: Event['data'], erased = false): Event => ({
  id: 'e',
  type,
  stream: 's',
  revision: 0,
  position: '1' as Position,
  meta: { at: '', actor: 'a', request: 'r' },
  data,
  erased,
  bytes: 100,
});

describe("one row's part of an event about many", () => {
  it('is an event of its own', () => {
    const many = event('rows-changed', {
      projectId: 'p',
      tableId: 't',
      rows: [
        { id: 'a', values: { f: 1 }, before: { f: 0 } },
        { id: 'b', values: { f: 2 }, before: { f: 0 } },
      ],
    });
    expect(partOf(many, 'b')).toEqual(
      event('row-changed', {
        projectId: 'p',
        tableId: 't',
        rowId: 'b',
        values: { f: 2 },
        before: { f: 0 },
      }),
    );
  });
  it('is the event itself when it is about one, or erased', () => {
    const one = event('row-removed', { rowId: 'a' });
    const erased = event('rows-added', { projectId: 'p', tableId: 't' }, true);
    expect([partOf(one, 'a'), partOf(erased, 'a')]).toEqual([one, erased]);
  });
});
