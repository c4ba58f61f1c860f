import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { messageDocs, type MessageDoc } from '@hzm/projections/features/threads/documents';
import type { Engine } from '@hzm/services/core/engine';
import { findInParts } from '@hzm/services/core/read-model/find-in-parts';

/**
 * Part of a thread's messages, oldest first; `before`, `after`: behind which positions it goes on,
 * null at the ends.
 */
export interface MessagePage {
  readonly docs: readonly MessageDoc[];
  readonly before: Position | null;
  readonly after: Position | null;
}

export interface Asked {
  readonly limit: number;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** A message's id. */
  readonly around?: string | undefined;
}

interface Side {
  readonly docs: readonly MessageDoc[];
  readonly isMore: boolean;
}

/** @throws Problem NOT_FOUND when there is no message to read around */
export async function messagePage(
  engine: Pick<Engine, 'model'>,
  threadId: string,
  { limit, before, after, around }: Asked,
): Promise<MessagePage> {
  const older = (most: number, than?: string): Promise<Side> =>
    side(
      engine,
      threadId,
      most,
      true,
      than === undefined ? [] : [{ path: 'position', op: 'lt', value: than }],
    );
  const newer = (most: number, than: string, op: 'gt' | 'gte'): Promise<Side> =>
    side(engine, threadId, most, false, [{ path: 'position', op, value: than }]);
  if (after !== undefined) {
    const { docs, isMore } = await newer(limit, after, 'gt');
    return {
      docs,
      before: docs[0]?.position ?? null,
      after: isMore ? docs.at(-1)!.position : null,
    };
  }
  if (around === undefined) {
    const { docs, isMore } = await older(limit, before);
    return {
      docs,
      before: isMore ? docs[0]!.position : null,
      after: before === undefined ? null : (docs.at(-1)?.position ?? null),
    };
  }
  const middle = await engine.model.get(messageDocs, around);
  if (middle?.threadId !== threadId) throw new Problem('NOT_FOUND');
  const [back, forth] = await Promise.all([
    older(Math.floor(limit / 2), middle.position),
    newer(Math.ceil(limit / 2), middle.position, 'gte'),
  ]);
  const docs = [...back.docs, ...forth.docs];
  return {
    docs,
    before: back.isMore ? docs[0]!.position : null,
    after: forth.isMore ? docs.at(-1)!.position : null,
  };
}

async function side(
  { model }: Pick<Engine, 'model'>,
  threadId: string,
  limit: number,
  descending: boolean,
  where: readonly {
    readonly path: 'position';
    readonly op: 'lt' | 'gt' | 'gte';
    readonly value: string;
  }[],
): Promise<Side> {
  const { docs } = await findInParts(model, {
    collection: messageDocs,
    where: [{ path: 'threadId', op: 'eq', value: threadId }, ...where],
    sort: { by: { path: 'position' }, descending },
    limit: limit + 1,
  });
  const page = docs.slice(0, limit);
  return { docs: descending ? page.toReversed() : page, isMore: docs.length > limit };
}

/** The messages that those of a page answer and that are not in it. */
export async function quotedIn(
  { model }: Pick<Engine, 'model'>,
  docs: readonly MessageDoc[],
): Promise<MessageDoc[]> {
  const here = new Set(docs.map(({ id }) => id));
  const ids = new Set(
    docs.flatMap(({ replyTo }) => (replyTo === null || here.has(replyTo) ? [] : [replyTo])),
  );
  return (await Promise.all([...ids].map(id => model.get(messageDocs, id)))).filter(
    doc => doc !== undefined,
  );
}
