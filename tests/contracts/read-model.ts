import type { ReadModel } from '@hzm/services/core/ports/read-model';
import { afterEach, describe } from 'vitest';
import { changesContract } from './read-model/changes.ts';
import { conditionsContract } from './read-model/conditions.ts';
import { expiryContract } from './read-model/expiry.ts';
import { formsContract } from './read-model/forms.ts';
import type { Make } from './read-model/harness.ts';
import { orderContract } from './read-model/order.ts';
import { ownMembersContract } from './read-model/own-members.ts';
import { ownersContract } from './read-model/owners.ts';
import { replayContract } from './read-model/replay.ts';

/**
 * The contract of every read model. `make` gives an empty one, which is closed when its test is
 * over.
 */
export function readModelContract(name: string, make: () => Promise<ReadModel>): void {
  describe(`read model: ${name}`, () => {
    const open: ReadModel[] = [];
    const makeAndKeep: Make = async () => {
      const model = await make();
      open.push(model);
      return model;
    };
    afterEach(async () => {
      for (const model of open.splice(0)) await model.close();
    });

    describe('changes', () => {
      changesContract(makeAndKeep);
    });
    describe('owners', () => {
      ownersContract(makeAndKeep);
    });
    describe('replay', () => {
      replayContract(makeAndKeep);
    });
    describe('expiry', () => {
      expiryContract(makeAndKeep);
    });
    describe('conditions', () => {
      conditionsContract(makeAndKeep);
    });
    describe('values of earlier versions', () => {
      formsContract(makeAndKeep);
    });
    describe('ids and moments', () => {
      ownMembersContract(makeAndKeep);
    });
    describe('order', () => {
      orderContract(makeAndKeep);
    });
  });
}
