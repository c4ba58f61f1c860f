import { events } from '@hzm/contracts/registry';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { SqliteReadModel } from '@hzm/infra/read-model/sqlite/sqlite-read-model';
import { requests } from '@hzm/projections/core/requests';
import {
  closingDocs,
  erasedAddressDocs,
  erasureDocs,
} from '@hzm/projections/features/erasure/erasure';
import { history } from '@hzm/projections/features/history/history';
import { masterDocs } from '@hzm/projections/features/master/master';
import { campaignDocs, planDocs } from '@hzm/projections/features/pricing/pricing';
import { storage } from '@hzm/projections/features/storage/storage';
import { ignored, projections } from '@hzm/projections/registry';
import type { ReadModel } from '@hzm/services/core/ports/read-model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scratchFiles } from '../run/scratch-files.ts';
import { documents, emptyModel, writesOf } from './documents.ts';
import { end, sampleEvents, told } from './sample-events.ts';

const scratchFile = scratchFiles();
const models: readonly [string, () => Promise<ReadModel>][] = [
  ['memory', async () => new MemoryReadModel()],
  ['sqlite', () => SqliteReadModel.open(scratchFile())],
];
const log = [...told(sampleEvents), ...told(end, sampleEvents.length)];

it("every event is projected or listed as ignored, and happens in the tests' life", () => {
  const projected = projections
    .filter(one => one !== requests && one !== history && one !== storage)
    .flatMap(({ types }) => [...types]);
  expect(
    events
      .map(({ type }) => type)
      .filter(type => !projected.includes(type) && !ignored.includes(type)),
  ).toEqual([]);
  expect(ignored.filter(type => projected.includes(type))).toEqual([]);
  expect(
    events.map(({ type }) => type).filter(type => !log.some(event => event.type === type)),
  ).toEqual([]);
});

it('every event of that life has the shape that its definition tells', () => {
  for (const event of log)
    expect(
      events.find(({ type }) => type === event.type)!.schema.safeParse(event.data).error,
      event.type,
    ).toBeUndefined();
});

describe.each(models)('on the %s read model', (_, make) => {
  const once = async (until: number) => {
    const model = await emptyModel(make);
    await model.apply(writesOf(log.slice(0, until)));
    const all = await documents(model);
    await model.close();
    return all;
  };

  it('a log handled twice leaves the documents as they were', async () => {
    for (const until of [sampleEvents.length, log.length]) {
      const model = await emptyModel(make);
      await model.apply(writesOf(log.slice(0, until)));
      await model.apply(writesOf(log.slice(0, until)));
      expect(await documents(model)).toEqual(await once(until));
      await model.close();
    }
  });

  it('however it is cut into batches, and wherever a crash makes some of them come again', async () => {
    const whole = await once(log.length);
    const halfway = await once(sampleEvents.length);
    const cuts = fc.array(
      fc.record({ size: fc.integer({ min: 1, max: 12 }), again: fc.integer({ min: 0, max: 8 }) }),
      { minLength: 40, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(cuts, async steps => {
        const model = await emptyModel(make);
        let at = 0;
        let half: unknown;
        for (const { size, again } of [
          ...steps,
          { size: log.length, again: 0 },
          { size: log.length, again: 0 },
        ]) {
          if (at >= log.length) break;
          // Events written before the crash arrive again, with those that follow.
          const upTo = Math.min(
            at + size,
            at < sampleEvents.length ? sampleEvents.length : log.length,
          );
          await model.apply(writesOf(log.slice(Math.max(0, at - again), upTo)));
          at = upTo;
          if (at === sampleEvents.length) half = await documents(model);
        }
        expect(half).toEqual(halfway);
        expect(await documents(model)).toEqual(whole);
        await model.close();
      }),
      { numRuns: 20 },
    );
  }, 120_000);

  it('nothing of a deleted person and project is left but where their requests stood', async () => {
    // The master credentials and what is offered are nobody's; of an erased address only its keyed
    // name is kept, and of a deleted account for a week its id.
    const {
      requests: places,
      [masterDocs.name]: _,
      [planDocs.name]: __,
      [campaignDocs.name]: ___,
      [erasedAddressDocs.name]: erased,
      [closingDocs.name]: closings,
      [erasureDocs.name]: erasures,
      ...left
    } = await once(log.length);
    expect(erased!.map(doc => Object.keys(doc).toSorted())).toEqual([['id', 'position']]);
    for (const one of [...closings!, ...erasures!])
      expect(Object.keys(one).toSorted()).toEqual(['day', 'id']);
    expect(Object.values(left).flat()).toEqual([]);
    for (const place of places!)
      expect(Object.keys(place).toSorted()).toEqual(['day', 'id', 'revision', 'stream']);
  });
});
