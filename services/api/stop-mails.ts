import { stopNotificationMails } from '@hzm/contracts/features/notifications/api';
import type { RequestHandler } from 'express';
import { readBytes } from './body.ts';
import { limitBodyTime } from './files.ts';

/** Maximum bytes of the form; mail programs send only `List-Unsubscribe=One-Click`. */
const MAX_FORM_BYTES = 1024;

const form: RequestHandler = async (request, _response, next) => {
  limitBodyTime(request, 0);
  await readBytes(request, MAX_FORM_BYTES);
  next();
};

/** Turns the form into a call by the token in the URL. */
const asCall: RequestHandler = (request, _response, next) => {
  for (const header of ['content-type', 'content-length', 'transfer-encoding'])
    delete request.headers[header];
  request.body = { token: request.params['token'] };
  request.url = `/api/v1${stopNotificationMails.path}`;
  next();
};

/** RFC 8058: a mail program posts a form to the link in a mail's header, without signing in. */
export const stopMailsByLink: readonly RequestHandler[] = [form, asCall];
