import { newId } from '@hzm/contracts/core/ids';
import {
  nextBatch,
  sendingBatch,
  applyBatchResult,
  type Batch,
  type BatchOutcome,
} from '../model/batch.ts';
import { detectConflicts } from '../model/detect-conflicts.ts';
import { nextOf, type Op } from '../model/op.ts';
import { isReady, applyUpdates, type Table } from '../model/reconcile.ts';
import { sending, applyResult, type Outcome } from '../model/resolve.ts';
import type { Row } from '../model/row.ts';

const MAX_CONCURRENT_ROWS = 4;
/** Stands for the one batch that may be under way among the rows that are. */
const BATCH = 'batch';
const LONGEST_PAUSE_MS = 30_000;

export interface OutboxPort {
  readonly table: () => Table;
  readonly update: (change: (table: Table) => Table) => void;
  readonly send: (op: Op) => Promise<Outcome>;
  readonly sendBatch: (batch: Batch) => Promise<BatchOutcome>;
  /** Throws when nobody knows. */
  readonly read: (rowId: string) => Promise<Row | undefined>;
  /** Whether sending can help now. */
  readonly may: () => boolean;
  /** Why the server could not, each time; null when it could again. */
  readonly trouble: (code: string | null) => void;
}

/** A pause after failures, longer with each, at least as long as the server asks for. */
function createPause(resume: () => void) {
  let failures = 0;
  /** The server's Retry-After, in milliseconds. */
  let wait = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => {
    timer = undefined;
    resume();
  };
  return {
    isOn: (): boolean => timer !== undefined,
    askFor: (ms: number): void => {
      wait = ms;
    },
    begin: (): void => {
      timer ??= setTimeout(
        end,
        Math.max(wait, Math.min(LONGEST_PAUSE_MS, 1_000 * 2 ** failures++)),
      );
      wait = 0;
    },
    forgetFailures: (): void => {
      failures = 0;
    },
    endNow: (): void => {
      clearTimeout(timer);
      failures = 0;
      end();
    },
  };
}

/** Steps towards an empty outbox. Each resolves false when it failed in a way that may pass. */
function createSteps(
  { table, update, send, sendBatch, read }: OutboxPort,
  settle: (outcome: Outcome | BatchOutcome) => boolean,
) {
  const sendOne = async (op: Op): Promise<boolean> => {
    update(before => sending(before, op));
    const outcome = await send(table().ops.find(one => one.id === op.id) ?? op);
    update(before => applyResult(before, op.id, outcome, newId()));
    return settle(outcome);
  };
  const readOne = async (rowId: string): Promise<boolean> => {
    try {
      const row = await read(rowId);
      update(before =>
        detectConflicts(
          applyUpdates(before, row ? { kind: 'row', row } : { kind: 'gone', id: rowId, by: '' }),
        ),
      );
      return true;
    } catch {
      return false;
    }
  };
  return {
    /** Begins the next step for a row, if there is any. */
    forRow: (rowId: string): Promise<boolean> | undefined => {
      const now = table();
      const op = nextOf(now.ops, rowId);
      if (op?.sentIn !== undefined) return undefined;
      if (op && isReady(now, op)) return sendOne(op);
      return op || now.behind.has(rowId) ? readOne(rowId) : undefined;
    },
    forBatch: async (batch: Batch): Promise<boolean> => {
      update(before => sendingBatch(before, batch));
      const outcome = await sendBatch(batch);
      update(before => applyBatchResult(before, batch, outcome));
      return settle(outcome);
    },
  };
}

/**
 * Sends waiting edits in order, one request per row at a time, a few rows at once, or many rows in
 * one batch. Stale or unknown rows are read first. After a transient failure it backs off until
 * `resume`.
 */
export function createOutbox(port: OutboxPort): {
  readonly flush: () => void;
  readonly resume: () => void;
} {
  const { table, may, trouble } = port;
  const underWay = new Set<string>();
  const pause = createPause(() => flush());

  /** Whether it is known what became of it. */
  const settle = (outcome: Outcome | BatchOutcome): boolean => {
    const isAgain = outcome.kind === 'again';
    trouble(isAgain ? (outcome.code ?? null) : null);
    if (isAgain) pause.askFor(outcome.waitMs ?? 0);
    return !isAgain && outcome.kind !== 'unsent';
  };
  const steps = createSteps(port, settle);

  const flush = (): void => {
    if (pause.isOn() || !may()) return;
    const batch = underWay.has(BATCH) ? undefined : nextBatch(table(), underWay);
    if (batch) track(BATCH, steps.forBatch(batch));
    // The remaining edits go into the next batch.
    if (underWay.has(BATCH)) return;
    const { behind, ops } = table();
    for (const rowId of new Set([...behind.keys(), ...ops.map(op => op.rowId)])) {
      if (underWay.size >= MAX_CONCURRENT_ROWS) return;
      const work = underWay.has(rowId) ? undefined : steps.forRow(rowId);
      if (work) track(rowId, work);
    }
  };
  const track = (name: string, work: Promise<boolean>): void => {
    underWay.add(name);
    void work.then(passed => {
      underWay.delete(name);
      if (passed) pause.forgetFailures();
      else pause.begin();
      flush();
    });
  };
  return { flush, resume: pause.endNow };
}
