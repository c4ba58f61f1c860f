import { createHash, createHmac, type KeyObject } from 'node:crypto';
import { timeOfId, uuidV7 } from '@hzm/contracts/core/ids';
import type { Request } from './request.ts';

/** The owner of a new thing; derived ids differ per owner, whatever the request ids. */
export type Owner =
  `${'installation' | 'account' | 'project' | 'table' | 'thread' | 'stream'}:${string}`;

/** Returns the id of a request's new thing; `kind` distinguishes the things of one request. */
export type IdOf = (owner: Owner, kind: string) => string;

type Asking = Pick<Request, 'actor' | 'id'>;

/**
 * Returns the same id for the same request, owner and kind; time-ordered if the request's id has a
 * time. Keyed, so that callers cannot search offline for two requests with the same 74 bits.
 */
export const derivedId = (key: KeyObject, request: Asking, owner: Owner, kind: string): string =>
  idFrom(
    request,
    createHmac('sha256', key)
      .update(`id\n${request.actor}\n${request.id}\n${owner}\n${kind}`)
      .digest(),
  );

/** Returns the id as versions before 0.3.0 derived it, without an owner. */
export const formerId = (request: Asking, kind: string): string =>
  idFrom(request, createHash('sha256').update(`${request.actor}\n${request.id}\n${kind}`).digest());

const idFrom = ({ id }: Asking, hash: Buffer): string =>
  uuidV7(timeOfId(id) ?? hash.readUIntBE(10, 6), hash.readUInt16BE(8) & 0xfff, hash.subarray(0, 8));
