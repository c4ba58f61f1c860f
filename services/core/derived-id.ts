import { createHash, createHmac, type KeyObject } from 'node:crypto';
import { timeOfId, uuidV7 } from '@hzm/contracts/core/ids';
import type { Request } from './request.ts';

/**
 * The thing that a new thing belongs to: each owner has ids of its own, whatever requests are
 * called.
 */
export type Owner =
  `${'installation' | 'account' | 'project' | 'table' | 'thread' | 'stream'}:${string}`;

/**
 * Returns the id of the new thing that a request makes for its owner; `kind` tells the things of
 * one request apart.
 */
export type IdOf = (owner: Owner, kind: string) => string;

type Asking = Pick<Request, 'actor' | 'id'>;

/**
 * An id that the same request always gets again for the same owner; time-ordered when the request's
 * own id tells a time.
 * Keyed: 74 bits that a caller could compute alone would let two requests be searched for that meet
 * in one id.
 */
export const derivedId = (key: KeyObject, request: Asking, owner: Owner, kind: string): string =>
  idFrom(
    request,
    createHmac('sha256', key)
      .update(`id\n${request.actor}\n${request.id}\n${owner}\n${kind}`)
      .digest(),
  );

/** The id that versions before 0.3.0 gave, which knew no owner. */
export const formerId = (request: Asking, kind: string): string =>
  idFrom(request, createHash('sha256').update(`${request.actor}\n${request.id}\n${kind}`).digest());

const idFrom = ({ id }: Asking, hash: Buffer): string =>
  uuidV7(timeOfId(id) ?? hash.readUIntBE(10, 6), hash.readUInt16BE(8) & 0xfff, hash.subarray(0, 8));
