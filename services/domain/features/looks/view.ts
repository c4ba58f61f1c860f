import type { Position } from '@hzm/contracts/core/position';
import type { Look } from '@hzm/contracts/features/looks/look';
import { lookDocs, type LookDoc } from '@hzm/projections/features/looks/looks';
import type { Context, Engine } from '@hzm/services/core/engine';
import { endLook, look } from './look.ts';

const MAX_LOOKS = 100;

/** An impersonation on the wire. */
export const lookOf = (
  { id, lookerId, begunAt, expiresAt, endedAt }: LookDoc,
  looker: { readonly name: string } | undefined,
): Look => ({ id, by: { id: lookerId, name: looker?.name ?? '' }, begunAt, expiresAt, endedAt });

/** Returns the latest impersonations by a member, latest first. */
export const latestLooks = async (
  { model }: Pick<Engine, 'model'>,
  path: 'accountId' | 'lookerId' | 'lookerSession',
  value: string,
): Promise<readonly LookDoc[]> =>
  (
    await model.find({
      collection: lookDocs,
      where: [{ path, op: 'eq', value }],
      sort: { by: 'created', descending: true },
      limit: MAX_LOOKS,
    })
  ).docs;

export const isLasting = ({ endedAt, expiresAt }: LookDoc, now: Date): boolean =>
  endedAt === null && Date.parse(expiresAt) > now.getTime();

/** Ends the active impersonations of a person, an administrator or an administrator's session. */
export async function endLooks(
  { engine, request }: Pick<Context, 'engine' | 'request'>,
  path: 'accountId' | 'lookerId' | 'lookerSession',
  value: string,
): Promise<Position | undefined> {
  let last: Position | undefined;
  for (const doc of await latestLooks(engine, path, value)) {
    if (!isLasting(doc, engine.now())) continue;
    const { position } = await engine.executor.execute(
      { ...request, repeatable: false },
      {
        stream: `look-${doc.id}`,
        decider: look,
        decide: endLook({ accountId: doc.accountId, lookId: doc.id }),
      },
    );
    last = position ?? last;
  }
  return last;
}
