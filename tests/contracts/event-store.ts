import type { EventStore } from '@hzm/services/core/ports/event-store';
import { afterEach, describe } from 'vitest';
import { appendContract } from './event-store/append.ts';
import type { Make } from './event-store/make.ts';
import { readContract } from './event-store/read.ts';
import { subscribeContract } from './event-store/subscribe.ts';

/**
 * The contract of every event store. `make` gives an empty one, which is closed when its test is
 * over.
 */
export function eventStoreContract(name: string, make: Make): void {
  describe(`event store: ${name}`, () => {
    const open: EventStore[] = [];
    const makeAndKeep: Make = async () => {
      const store = await make();
      open.push(store);
      return store;
    };
    afterEach(async () => {
      for (const store of open.splice(0)) await store.close();
    });

    describe('append', () => {
      appendContract(makeAndKeep);
    });
    describe('read', () => {
      readContract(makeAndKeep);
    });
    describe('subscribe', () => {
      subscribeContract(makeAndKeep);
    });
  });
}
