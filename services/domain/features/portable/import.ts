import type { DataOf } from '@hzm/contracts/core/event';
import {
  importAdvanced,
  importEnded,
  importPrepared,
  importStarted,
} from '@hzm/contracts/features/portable/events';
import {
  noCounts,
  type Counts,
  type ImportNotes,
  type ImportOutcome,
} from '@hzm/contracts/features/portable/portable';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';

/** Progress of an import: everything before `project` and `row` is done. */
export type ImportState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'ready' | 'running' | 'over';
      readonly digest: string;
      readonly project: number;
      readonly row: number;
      readonly added: Counts;
      readonly refused: ImportNotes;
      readonly changed: ImportNotes;
    };

export const importStream = (importId: string): string => `import-${importId}`;

export const imports = decider<ImportState>({ kind: 'none' }, when => [
  when(importPrepared, (_, { digest, refused, changed }) => ({
    kind: 'ready',
    digest,
    project: 0,
    row: 0,
    added: noCounts,
    refused,
    changed,
  })),
  when(importStarted, s => (s.kind === 'none' ? s : { ...s, kind: 'running' })),
  when(importAdvanced, (s, { project, row, added, refused, changed }) =>
    s.kind === 'none' ? s : { ...s, project, row, added, refused, changed },
  ),
  when(importEnded, s => (s.kind === 'none' ? s : { ...s, kind: 'over' })),
]);

interface OfImport {
  readonly accountId: string;
  readonly importId: string;
}

/** Equal files under the same request id are the same import. */
export const prepareImport =
  (data: DataOf<typeof importPrepared>) =>
  (s: ImportState): Decision =>
    s.kind === 'none'
      ? [importPrepared(data)]
      : s.digest === data.digest
        ? []
        : reject('CONFLICT', { text: 'request-id-reused' });

export const startImport =
  (of: OfImport) =>
  (s: ImportState): Decision =>
    s.kind === 'none'
      ? reject('NOT_FOUND')
      : s.kind === 'over'
        ? reject('CONFLICT', { text: 'import-over' })
        : s.kind === 'running'
          ? []
          : [importStarted(of)];

/** An ended import records no further progress. */
export const advanceImport =
  (data: DataOf<typeof importAdvanced>) =>
  (s: ImportState): Decision =>
    s.kind === 'running' ? [importAdvanced(data)] : [];

export const endImport =
  (of: OfImport, outcome: ImportOutcome) =>
  (s: ImportState): Decision =>
    s.kind === 'none'
      ? reject('NOT_FOUND')
      : s.kind === 'over'
        ? []
        : [importEnded({ ...of, outcome })];
