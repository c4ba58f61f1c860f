import type { DamagedEvent } from '@hzm/contracts/core/event';
import { positionOf, START } from '@hzm/contracts/core/position';
import type { Projection } from '@hzm/projections/core/projection';
import { expect, it } from 'vitest';
import { stepOf } from './step.ts';

const damaged: DamagedEvent = {
  id: 'e',
  type: 'row-changed',
  stream: 's',
  revision: 0,
  position: positionOf(1),
  data: {},
  meta: {},
  damage: 'unreadable',
};
const view: Projection = {
  name: 'v',
  version: 1,
  collections: [],
  types: new Set(['row-changed']),
  ofMetadata: false,
  isPointInTime: false,
  changesOf: () => [],
};

it('a damaged event stops views that must open it, but none made of metadata only', () => {
  expect(stepOf(view, START, [damaged])).toMatchObject({
    write: undefined,
    stop: { position: damaged.position, cause: 'damaged' },
  });
  expect(stepOf({ ...view, ofMetadata: true }, START, [damaged])).toMatchObject({
    write: { checkpoint: damaged.position, batch: [] },
    stop: undefined,
  });
});
