import { Problem } from '@hzm/contracts/core/problem';
import type { Job, JobKind, JobRefusal } from '@hzm/services/core/concurrency/exclusive-jobs';

/** Progress of one table, in rows, and in files of copied rows, which are left out. */
export interface CopiedPart {
  readonly id: string;
  readonly name: string;
  readonly total: number;
  copied: number;
  existing: number;
  skipped: number;
  files: number;
}

/** A copy of rows, by its test environment. */
export type Copy = Job<readonly CopiedPart[]>;
export const rowCopies: JobKind<readonly CopiedPart[]> = { name: 'copy', maxRunning: 4 };

/** @throws Problem CONFLICT, NOT_READY with the reason why a copy cannot start */
export function throwIfRefused(refusal: JobRefusal | undefined): void {
  switch (refusal) {
    case 'key-busy':
      throw new Problem('CONFLICT', { text: 'copy-running' });
    case 'person-busy':
      throw new Problem('CONFLICT', { text: 'copy-running-elsewhere' });
    case 'full':
      throw new Problem('NOT_READY', { text: 'copy-too-many', retryAfter: 30 });
    case undefined:
  }
}
