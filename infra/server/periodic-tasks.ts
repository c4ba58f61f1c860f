import { events } from '@hzm/contracts/registry';
import type { Engine } from '@hzm/services/core/engine';
import { PeriodicTask } from '@hzm/services/core/periodic-task';
import { ShreddedSpace } from '@hzm/services/core/shredded-space';
import { collectFiles, dropFiles } from '@hzm/services/domain/features/attachments/collect';
import { NotificationMails } from '@hzm/services/domain/features/notifications/mail-round';
import { endExpired } from '@hzm/services/domain/features/pricing/end-expired';
import { onceEach, repeated } from './repeated.ts';

/** How long a plan whose time is over may go on. */
const PLAN_ENDS_MS = 10_000;
/** How often the files are collected that no message has. */
const COLLECT_MS = 15 * 60_000;
/** The interval at which the log gives back deleted space, in milliseconds. */
const GIVE_BACK_MS = 5_000;
/** How often the people are sought who are due a mail. */
const MAILS_MS = 5_000;

interface Parts {
  readonly isWriter: () => boolean;
  /** Makes what logs a failure of something that is tried again. */
  readonly warn: (what: string) => (error: unknown) => void;
}

/** What the process that writes the views does by itself. */
export interface PeriodicTasks {
  /** Begins, once the views can be read. */
  start(): void;
  /** Resolves when nothing of it is under way any more. */
  stop(): Promise<void>;
}

export function periodicTasks(engine: Engine, { isWriter, warn }: Parts): PeriodicTasks {
  const { mailer, projector } = engine;
  const mails =
    mailer &&
    new NotificationMails({
      ...engine,
      mailer,
      isWriter,
      failed: onceEach(warn('notifications cannot be mailed now')),
    });
  const space = new ShreddedSpace({ ...engine, definitions: events });
  const tasks = [
    repeated(
      GIVE_BACK_MS,
      () => space.round(),
      warn('the space of what was deleted cannot be given back now'),
    ),
    repeated(
      PLAN_ENDS_MS,
      async () => {
        if (isWriter()) await endExpired(engine);
      },
      warn('plans whose time is over cannot be ended now'),
    ),
    repeated(
      COLLECT_MS,
      async () => {
        if (isWriter()) await collectFiles(engine);
      },
      warn('files that no message has cannot be removed now'),
    ),
    ...(mails ? [new PeriodicTask(() => mails.round(), MAILS_MS)] : []),
  ];
  return {
    start() {
      projector.listen(dropFiles(engine, isWriter));
      projector.listen(space.note);
      if (mails) projector.listen(batch => mails.note(batch));
      for (const task of tasks) void task.start();
    },
    async stop() {
      mails?.close();
      space.close();
      await Promise.all(tasks.map(task => task.stop()));
    },
  };
}
