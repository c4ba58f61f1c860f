import { events } from '@hzm/contracts/registry';
import { PeriodicTask } from '@hzm/services/core/concurrency/periodic-task';
import type { Engine } from '@hzm/services/core/engine';
import { ShreddedSpace } from '@hzm/services/core/events/shredded-space';
import { collectFiles, dropFiles } from '@hzm/services/domain/features/attachments/collect';
import { cellFileSweep } from '@hzm/services/domain/features/cell-files/sweep';
import { Closings } from '@hzm/services/domain/features/erasure/closings';
import { NotificationMails } from '@hzm/services/domain/features/notifications/mail-round';
import { endExpired } from '@hzm/services/domain/features/pricing/end-expired';
import { emptyProjectBins } from '@hzm/services/domain/features/projects/empty-project-bins';
import {
  handleUndoings,
  resumeUndoings,
  tidyRowFiles,
} from '@hzm/services/domain/features/row-files/run-import';
import { convertWaiting } from '@hzm/services/domain/features/tables/convert';
import { emptyBins } from '@hzm/services/domain/features/tables/empty-bins';
import { RowNumbering } from '@hzm/services/domain/features/tables/number-rows';
import { WebhookDeliveries } from '@hzm/services/domain/features/webhooks/deliveries';
import { onceEach, repeated } from './repeated.ts';

/** Interval of the search for expired plans, in milliseconds; a plan may outlive its end by it. */
const PLAN_ENDS_MS = 10_000;
/** Interval of the removal of files without a message, in milliseconds. */
const COLLECT_MS = 15 * 60_000;
/** The interval at which the log gives back deleted space, in milliseconds. */
const GIVE_BACK_MS = 5_000;
/** Interval of the search for people who are due a mail, in milliseconds. */
const MAILS_MS = 5_000;

/** Interval of the search for fields whose values wait to be converted, in milliseconds. */
const CONVERT_MS = 2_000;

/** Interval of the search for rows that wait for an auto number, in milliseconds. */
const NUMBER_MS = 2_000;

/**
 * Interval of the search for projects and tables whose stay in the bin has ended, in milliseconds.
 */
const EMPTY_BINS_MS = 60_000;

/** Interval of the search for interrupted deletions of accounts, in milliseconds. */
const CLOSINGS_MS = 60_000;

/** Interval of the search for interrupted undoings of imports, in milliseconds. */
const UNDOINGS_MS = 10_000;

/** Interval of the search for webhooks whose next attempt is due, in milliseconds. */
const WEBHOOKS_MS = 500;

interface Parts {
  readonly isWriter: () => boolean;
  /** Returns a logger of failures that are retried. */
  readonly warn: (what: string) => (error: unknown) => void;
}

/** Restricts work to the process that writes the views. */
type WhenWriter = (run: () => Promise<unknown>) => () => Promise<void>;

/** Background work of the process that writes the views. */
export interface PeriodicTasks {
  /** Starts the tasks; the views must be readable. */
  start(): void;
  stop(): Promise<void>;
}

const mailsOf = (engine: Engine, { isWriter, warn }: Parts): NotificationMails | undefined =>
  engine.mailer &&
  new NotificationMails({
    ...engine,
    mailer: engine.mailer,
    isWriter,
    failed: onceEach(warn('notification mails failed')),
  });

/** Returns tasks that remove files of rows nobody needs and undo imports whose process has ended. */
const importTasks = (
  engine: Engine,
  whenWriter: WhenWriter,
  warn: Parts['warn'],
): PeriodicTask[] => [
  // Each process keeps the files that were sent to it.
  repeated(COLLECT_MS, () => tidyRowFiles(engine), warn('removing files of rows failed')),
  repeated(
    UNDOINGS_MS,
    whenWriter(() => resumeUndoings(engine)),
    warn('undoing imports failed'),
  ),
];

/** Returns tasks that empty the bins in time and finish interrupted deletions of accounts. */
function erasureTasks(engine: Engine, whenWriter: WhenWriter, warn: Parts['warn']): PeriodicTask[] {
  const closings = new Closings(engine);
  return [
    repeated(
      EMPTY_BINS_MS,
      whenWriter(() => Promise.all([emptyBins(engine), emptyProjectBins(engine)])),
      warn('erasing what was long in a bin failed'),
    ),
    repeated(
      CLOSINGS_MS,
      whenWriter(() => closings.round()),
      warn('finishing the deletion of accounts failed'),
    ),
  ];
}

/** Returns tasks that bring values of rows in line with their fields. */
function fieldTasks(engine: Engine, goesOn: () => boolean, warn: Parts['warn']): PeriodicTask[] {
  const conversionFailed = onceEach(warn('converting values to another type failed'));
  const numberingFailed = onceEach(warn('numbering rows failed'));
  const numbers = new RowNumbering(engine, { now: engine.now, goesOn, failed: numberingFailed });
  return [
    repeated(
      CONVERT_MS,
      () => convertWaiting(engine, { goesOn, failed: conversionFailed }),
      conversionFailed,
    ),
    repeated(NUMBER_MS, () => numbers.round(), numberingFailed),
  ];
}

/** Returns tasks that remove files which no message and no row has. */
const fileTasks = (engine: Engine, whenWriter: WhenWriter, warn: Parts['warn']): PeriodicTask[] => [
  repeated(
    COLLECT_MS,
    whenWriter(() => collectFiles(engine)),
    warn('removing files without a message failed'),
  ),
  repeated(
    COLLECT_MS,
    whenWriter(cellFileSweep(engine)),
    warn('removing files that no row has failed'),
  ),
];

export function periodicTasks(engine: Engine, { isWriter, warn }: Parts): PeriodicTasks {
  const { projector, deliveries } = engine;
  const mails = mailsOf(engine, { isWriter, warn });
  const webhooks = new WebhookDeliveries({
    ...engine,
    isWriter,
    failed: onceEach(warn('delivering webhooks failed')),
  });
  const space = new ShreddedSpace({ ...engine, definitions: events });
  let isStopping = false;
  const whenWriter: WhenWriter = run => async () => {
    if (isWriter()) await run();
  };
  const tasks = [
    repeated(GIVE_BACK_MS, () => space.round(), warn('releasing the space of deleted data failed')),
    repeated(
      PLAN_ENDS_MS,
      whenWriter(() => endExpired(engine)),
      warn('ending expired plans failed'),
    ),
    ...fileTasks(engine, whenWriter, warn),
    ...importTasks(engine, whenWriter, warn),
    ...erasureTasks(engine, whenWriter, warn),
    ...fieldTasks(engine, () => isWriter() && !isStopping, warn),
    ...(deliveries.areOff ? [] : [new PeriodicTask(() => webhooks.round(), WEBHOOKS_MS)]),
    ...(mails ? [new PeriodicTask(() => mails.round(), MAILS_MS)] : []),
  ];
  return {
    start() {
      projector.listen(dropFiles(engine, isWriter));
      projector.listen(handleUndoings(engine, isWriter));
      projector.listen(space.note);
      projector.listen(batch => webhooks.note(batch));
      if (mails) projector.listen(batch => mails.note(batch));
      for (const task of tasks) void task.start();
    },
    async stop() {
      isStopping = true;
      mails?.close();
      space.close();
      await webhooks.close();
      await Promise.all(tasks.map(task => task.stop()));
    },
  };
}
