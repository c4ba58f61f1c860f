import { stopNotificationMails } from '@hzm/contracts/features/notifications/api';
import express, { type RequestHandler } from 'express';
import { limitBodyTime } from './files.ts';

/** No mail program says more than `List-Unsubscribe=One-Click`. */
const form = express.raw({ limit: '1kb', type: () => true });

const inTime: RequestHandler = (request, _response, next) => {
  limitBodyTime(request, 0);
  next();
};

/** All that is asked is in the address: the form becomes the call. */
const asCall: RequestHandler = (request, _response, next) => {
  for (const header of ['content-type', 'content-length', 'transfer-encoding']) delete request.headers[header];
  request.body = { token: request.params['token'] };
  request.url = `/api/v1${stopNotificationMails.path}`;
  next();
};

/** RFC 8058: a mail program posts a form to the link in a mail's header, as nobody who is signed in. */
export const stopMailsByLink: readonly RequestHandler[] = [inTime, form, asCall];
