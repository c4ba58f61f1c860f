import {
  isDamaged,
  isEventOf,
  isIntact,
  type DamagedEvent,
  type Event,
} from '@hzm/contracts/core/event';
import type { JsonObject } from '@hzm/contracts/core/json';
import type { Position } from '@hzm/contracts/core/position';
import { attachmentAdded, attachmentRemoved } from '@hzm/contracts/features/attachments/events';
import { cellFileAdded, cellFileRemoved } from '@hzm/contracts/features/cell-files/events';
import { historyTexts } from '@hzm/contracts/registry';
import { filePersonDocs, filePersonId } from '@hzm/projections/features/attachments/attachments';
import { erasedAddressDocs } from '@hzm/projections/features/erasure/erasure';
import { erasedTitleDocs } from '@hzm/projections/features/threads/documents';
import { emailStream } from '../../../core/commands/reservation-key.ts';
import type { Context, Engine } from '../../../core/engine.ts';
import { readOnce } from '../../../core/read-model/read-once.ts';

type Found = Event | DamagedEvent;
/** Maximum titles of one thread that erased people gave; of more, all earlier ones are hidden. */
const MAX_ERASED_TITLES = 1_000;

/** Replaces members of an event's data. */
const saying = (event: Event, said: JsonObject): Event => ({
  ...event,
  data: { ...event.data, ...said },
});

/** Removes words of people erased since from events of one history: addresses, titles, file names. */
export function erasing(
  engine: Context['engine'],
  language: Context['language'],
): (event: Found) => Promise<Found> {
  const titleAt = titlesOf(engine);
  const texts = historyTexts[language];
  const uploader = readOnce(engine, filePersonDocs);

  async function withoutName(event: Event): Promise<Event> {
    const { projectId, threadId, name, previously } = event.data;
    if (isEventOf(cellFileAdded, event) || isEventOf(cellFileRemoved, event)) {
      const person = await uploader(filePersonId(event.data.projectId, event.data.uploaderId));
      return person?.isErased ? saying(event, { name: texts['erased-file']! }) : event;
    }
    if (isEventOf(attachmentAdded, event) || isEventOf(attachmentRemoved, event)) {
      const by = event.data.uploaderId ?? (await uploaderOf(engine, event.data.attachmentId));
      const person = await uploader(filePersonId(event.data.projectId, by));
      return person?.isErased ? saying(event, { name: texts['erased-file']! }) : event;
    }
    if (typeof projectId !== 'string' || typeof threadId !== 'string') return event;
    const isErased = await titleAt(threadId);
    return saying(event, {
      ...(typeof name === 'string' &&
        (name === '' || isErased(event.position, false)) && { name: texts['erased-title']! }),
      ...(typeof previously === 'string' &&
        (previously === '' || isErased(event.position, true)) && {
          previously: texts['erased-title']!,
        }),
    });
  }

  return async event => {
    if (isDamaged(event) || event.erased) return event;
    const { email } = event.data;
    if (typeof email !== 'string') return withoutName(event);
    const erased =
      email === ''
        ? event
        : await engine.model.get(erasedAddressDocs, emailStream(email, engine.vault.pepper));
    return erased && event.position <= erased.position
      ? saying(event, { email: texts['erased-address']! })
      : event;
  };
}

/** Returns who uploaded a file whose removal, before 0.8.0, did not say so. */
async function uploaderOf(
  { store, codec }: Pick<Engine, 'store' | 'codec'>,
  attachmentId: string,
): Promise<string> {
  const stored = await store.readStream(`attachment-${attachmentId}`, { from: 0, limit: 1 });
  for (const event of await codec.open(stored))
    if (isIntact(event) && !event.erased && isEventOf(attachmentAdded, event))
      return event.data.uploaderId;
  return '';
}

/**
 * Returns, for a thread, whether its title at a position (or the one before, if an event at this
 * position replaced it) was given by somebody erased since.
 */
function titlesOf({
  model,
}: Pick<Engine, 'model'>): (
  threadId: string,
) => Promise<(at: Position, isBefore: boolean) => boolean> {
  const known = new Map<string, Promise<(at: Position, isBefore: boolean) => boolean>>();
  const find = async (threadId: string) => {
    const { docs } = await model.find({
      collection: erasedTitleDocs,
      where: [{ path: 'threadId', op: 'eq', value: threadId }],
      sort: { by: { path: 'from' }, descending: true },
      limit: MAX_ERASED_TITLES,
    });
    const oldest = docs.length === MAX_ERASED_TITLES ? docs.at(-1)!.from : undefined;
    return (at: Position, isBefore: boolean): boolean =>
      (oldest !== undefined && at < oldest) ||
      docs.some(({ from, until }) =>
        isBefore ? from < at && at <= until : from <= at && at < until,
      );
  };
  return threadId => {
    const found = known.get(threadId) ?? find(threadId);
    known.set(threadId, found);
    return found;
  };
}
