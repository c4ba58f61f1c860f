/** Headers of answers with an explanation, in lower case, and the keys of their texts. */
export const headerNotes = {
  'x-position': 'headers.position',
  'x-request-id': 'headers.requestId',
  etag: 'headers.etag',
  'retry-after': 'headers.retryAfter',
  'ratelimit-limit': 'headers.limit',
  'ratelimit-remaining': 'headers.remaining',
  'ratelimit-reset': 'headers.reset',
  allow: 'headers.allow',
  'cache-control': 'headers.cache',
  'content-type': 'headers.type',
  'content-length': 'headers.length',
  'content-encoding': 'headers.encoding',
  'content-disposition': 'headers.disposition',
  'content-range': 'headers.range',
  'accept-ranges': 'headers.ranges',
  'content-language': 'headers.language',
  'content-security-policy': 'headers.policy',
  'x-content-type-options': 'headers.sniffing',
  'www-authenticate': 'headers.authenticate',
  vary: 'headers.vary',
  date: 'headers.date',
  connection: 'headers.connection',
  'keep-alive': 'headers.keepAlive',
} as const;

/** Returns the key of a header's explanation; undefined for a header of a proxy, for example. */
export const noteOf = (name: string): (typeof headerNotes)[keyof typeof headerNotes] | undefined =>
  Object.hasOwn(headerNotes, name) ? headerNotes[name as keyof typeof headerNotes] : undefined;
