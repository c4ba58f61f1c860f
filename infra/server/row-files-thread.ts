import { BrokenFile, type SealedFile } from '@hzm/services/core/ports/row-files';
import { jobs } from '@hzm/services/domain/features/row-files/jobs';
import { FileRecords } from '../row-files/record-reader.ts';
import type { Calls } from '../sqlite/thread-messages.ts';
import { FileUploads } from '../uploads/file-uploads.ts';

/* The thread that reads an uploaded file of rows: it unpacks, decodes, parses and judges. */

export interface Begin {
  readonly directory: string;
  readonly job: keyof typeof jobs;
  readonly file: SealedFile;
  readonly ask: never;
}

/** The next answer of a job, its end, or the reason for which its file is broken. */
export type Next =
  | { readonly value: unknown }
  | { readonly isOver: true }
  | { readonly broken: string };

export const serve = (): Calls => {
  let answers: AsyncIterator<unknown> | undefined;
  return {
    begin: ({ directory, job, file: { id, key, size }, ask }: Begin): void => {
      const uploads = new FileUploads(directory);
      const reader = new FileRecords((from, to) => uploads.read(id, key, from, to), size);
      answers = jobs[job](reader, ask)[Symbol.asyncIterator]();
    },
    next: async (): Promise<Next> => {
      try {
        const { done, value } = await answers!.next();
        return done === true ? { isOver: true } : { value };
      } catch (error) {
        if (error instanceof BrokenFile) return { broken: error.message };
        throw error;
      }
    },
  };
};
