import { positionOf } from '@hzm/contracts/core/position';
import {
  DELIVERIES_KEPT,
  type DeliveryState,
  type DeliveryStore,
  type RecordedDelivery,
} from '@hzm/services/core/ports/deliveries';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const state: DeliveryState = {
  cursor: positionOf(7),
  settingsAt: positionOf(3),
  goAt: null,
  tries: 2,
  nextAt: 1_700_000_000_000,
  isSlow: true,
};
const record = (projectId: string, n: number): RecordedDelivery => ({
  id: `${projectId}-${n}`,
  projectId,
  at: '2026-11-20T10:00:00.000Z',
  type: 'row-added',
  position: positionOf(n),
  eventId: 'e',
  attempt: 1,
  isAsked: false,
  milliseconds: 3,
  status: 200,
  failure: null,
  sealed: '',
});

/** Promises of every delivery store. `at` gives a place, and a way to open it again and again. */
export function deliveryStoreContract(name: string, at: () => () => DeliveryStore): void {
  describe(`delivery store: ${name}`, () => {
    let open: () => DeliveryStore;
    let store: DeliveryStore;
    beforeEach(() => {
      open = at();
      store = open();
    });
    afterEach(() => store.close());

    it('keeps the last state of each project, also when it is opened again', async () => {
      expect(await store.state('p')).toBeUndefined();
      await store.save('p', state);
      await store.save('q', { ...state, tries: 0 });
      await store.save('p', { ...state, cursor: positionOf(8) });
      await store.close();
      store = open();
      expect(await store.state('p')).toEqual({ ...state, cursor: positionOf(8) });
      expect(await store.state('q')).toEqual({ ...state, tries: 0 });
    });

    it('keeps the newest records of each project, newest first', async () => {
      await store.record(record('q', 1));
      for (let n = 1; n <= DELIVERIES_KEPT + 5; n++) await store.record(record('p', n));
      const kept = await store.records('p');
      expect(kept).toHaveLength(DELIVERIES_KEPT);
      expect([kept[0], kept.at(-1)]).toEqual([record('p', DELIVERIES_KEPT + 5), record('p', 6)]);
      expect(await store.records('q')).toEqual([record('q', 1)]);
    });

    it('forgets one project and no other', async () => {
      for (const id of ['p', 'q']) {
        await store.save(id, state);
        await store.record(record(id, 1));
      }
      await store.forget('p');
      expect([await store.state('p'), await store.records('p')]).toEqual([undefined, []]);
      expect([await store.state('q'), await store.records('q')]).toEqual([state, [record('q', 1)]]);
    });
  });
}
