import { Problem } from '@hzm/contracts/core/problem';
import type { Sender } from '@hzm/contracts/features/threads/thread';
import { threadDocs, type ThreadDoc } from '@hzm/projections/features/threads/documents';
import type { Caller, Engine } from '@hzm/services/core/engine';

/** @throws Problem NOT_FOUND */
export async function threadDoc({ model }: Pick<Engine, 'model'>, id: string): Promise<ThreadDoc> {
  const doc = await model.get(threadDocs, id);
  if (!doc) throw new Problem('NOT_FOUND');
  return doc;
}

/** The sender as whom a caller writes: a person, or the key of a program. */
export const senderOf = ({
  actor,
  key,
  master,
}: Pick<Caller, 'actor' | 'key' | 'master'>): Sender =>
  key ? { type: 'ai', id: key.id } : { type: master ? 'ai' : 'user', id: actor };
