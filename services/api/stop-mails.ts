import { stopNotificationMails } from '@hzm/contracts/features/notifications/api';
import type { RequestHandler } from 'express';
import { readBytes } from './body.ts';
import { limitBodyTime } from './files.ts';

/** Bytes of the form: no mail program says more than `List-Unsubscribe=One-Click`. */
const MAX_FORM_BYTES = 1024;

const form: RequestHandler = async (request, _response, next) => {
  limitBodyTime(request, 0);
  await readBytes(request, MAX_FORM_BYTES);
  next();
};

/** All that is asked is in the address: the form becomes the call. */
const asCall: RequestHandler = (request, _response, next) => {
  for (const header of ['content-type', 'content-length', 'transfer-encoding'])
    delete request.headers[header];
  request.body = { token: request.params['token'] };
  request.url = `/api/v1${stopNotificationMails.path}`;
  next();
};

/**
 * RFC 8058: a mail program posts a form to the link in a mail's header, as nobody who is signed in.
 */
export const stopMailsByLink: readonly RequestHandler[] = [form, asCall];
