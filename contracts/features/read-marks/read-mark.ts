import * as z from 'zod';

/** What somebody can have read: one thing, called as its own topic would be. */
export const ReadTopic = z
  .string()
  .regex(/^(?:requests?|threads?|notifications?):[0-9a-f-]{36}$/)
  .meta({
    description:
      '`request:<id>` one endpoint request; `requests:<projectId>` all of a project; `thread:<id>` and `threads:<projectId>` likewise; `notification:<id>` and `notifications:<accountId>` are marked by `POST /notifications/read`',
  });
export type ReadTopic = z.output<typeof ReadTopic>;

/** How far one person has read one thing; `scope`: what it is part of, itself if it is a whole. */
export const ReadMark = z
  .object({ topic: ReadTopic, scope: ReadTopic, upTo: z.string() })
  .meta({ id: 'ReadMark' });
export type ReadMark = z.output<typeof ReadMark>;
