import * as z from 'zod';

/** A readable thing, named as its own topic would be. */
export const ReadTopic = z
  .string()
  .regex(/^(?:requests?|threads?|notifications?):[0-9a-f-]{36}$/)
  .meta({
    description:
      '`request:<id>` one endpoint request; `requests:<projectId>` all of a project; `thread:<id>` and `threads:<projectId>` likewise; `notification:<id>` and `notifications:<accountId>` are marked by `POST /notifications/read`',
  });
export type ReadTopic = z.output<typeof ReadTopic>;

/** The position up to which a person has read a topic; `scope` is its container, or itself. */
export const ReadMark = z
  .object({ topic: ReadTopic, scope: ReadTopic, upTo: z.string() })
  .meta({ id: 'ReadMark' });
export type ReadMark = z.output<typeof ReadMark>;
