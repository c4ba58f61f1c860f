import { newId } from '@hzm/contracts/core/ids';
import { isMailed } from '@hzm/contracts/features/notifications/settings';
import { changesIn } from '@hzm/projections/core/changes';
import { followedDocs, notificationDocs } from '@hzm/projections/features/notifications/documents';
import { notificationSettingsDocs } from '@hzm/projections/features/notifications/settings';
import type { Decision } from '@hzm/services/core/decider';
import type { Engine } from '@hzm/services/core/engine';
import { pages } from '@hzm/services/core/pages';
import { AddressRefused, type Mailer } from '@hzm/services/core/ports/mailer';
import type { ProjectedEvent } from '@hzm/services/core/projector-parts';
import { beginMail, failMail, mailLog, mailSnapshot, mailStream, type Mailed } from './mail-log.ts';
import { notificationMail } from './mail-text.ts';
import { failuresOf } from './settings-view.ts';
import { waitingMail, type WaitingMail } from './waiting-mail.ts';

/** People who are looked at in one round, and mails that are sent at once. */
const MAX_PEOPLE_PER_ROUND = 1_000;
const MAILS_AT_ONCE = 2;
/**
 * Changes of what is followed that are kept until the next round; beyond, everybody who is mailed
 * is looked at again.
 */
const MAX_NOTED_CHANGES = 10_000;
/**
 * How long no mail is sent after the mail server failed, and a person is not looked at again after
 * a read failed, in milliseconds.
 */
const PAUSE_MS = 60_000;
const PAGE_SETTINGS = 500;

type Parts = Pick<Engine, 'executor' | 'model' | 'now' | 'usage' | 'vault'> & {
  readonly mailer: Mailer;
  readonly status: Pick<Engine['status'], 'online'>;
  /** Only the process that writes the views sends. */
  readonly isWriter: () => boolean;
  /** Called with each failure; with undefined when a mail was sent. */
  readonly failed: (error: unknown) => void;
};

/**
 * Mails people their unread notifications. Memory holds who is to be looked at, and when: read once
 * from the settings of those who want mails, then kept up to date by events.
 * Each mail is recorded in the log before it is sent, at the revision that was read: none is sent
 * twice, whenever the process ends.
 */
export class NotificationMails {
  readonly #parts: Parts;
  /** When to look at each person, in milliseconds since 1970. */
  readonly #looks = new Map<string, number>();
  /** The ids of followed things that changed; the next round reads whose they are. */
  readonly #noted = new Set<string>();
  #isFilled = false;
  #isClosed = false;
  #pausedUntil = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Ends the round that is under way after the mails that are being sent. */
  close(): void {
    this.#isClosed = true;
  }

  /** Takes note of new notifications and of changed settings. */
  note(batch: readonly ProjectedEvent[]): void {
    if (!this.#isFilled) return;
    for (const { changes } of batch) {
      for (const change of changesIn(notificationDocs, changes))
        if (change.op === 'put' && isMailed(change.doc.kind)) this.#look(change.doc.recipient);
      for (const change of changesIn(followedDocs, changes))
        if (change.op === 'patch') this.#noted.add(change.id);
      for (const change of changesIn(notificationSettingsDocs, changes))
        if (change.op === 'put') this.#looks.set(change.id, 0);
    }
    if (this.#noted.size > MAX_NOTED_CHANGES) this.#forget();
  }

  /**
   * Mails everybody who is due. Never rejects: a person whose mail fails keeps nobody else waiting.
   */
  async round(): Promise<void> {
    if (!this.#parts.isWriter()) return this.#forget();
    try {
      await this.#fill();
    } catch (error) {
      this.#forget();
      return this.#parts.failed(error);
    }
    const now = this.#parts.now().getTime();
    const due = [...this.#looks]
      .flatMap(([id, at]) => (at <= now ? [id] : []))
      .slice(0, MAX_PEOPLE_PER_ROUND);
    if (due.length === 0 || now < this.#pausedUntil) return;
    const online = this.#parts.status.online();
    // Whoever awaits it handles the rejection; it may come before anybody does.
    online.catch(() => undefined);
    await Promise.all(
      Array.from({ length: MAILS_AT_ONCE }, async () => {
        for (let id = due.shift(); id !== undefined && this.#goesOn; id = due.shift())
          await this.#lookAt(id, online);
      }),
    );
  }

  get #goesOn(): boolean {
    return (
      !this.#isClosed && this.#parts.isWriter() && this.#parts.now().getTime() >= this.#pausedUntil
    );
  }

  #forget(): void {
    this.#isFilled = false;
    this.#looks.clear();
    this.#noted.clear();
  }

  /**
   * Looks at a person in the next round. A look that is planned stays: a newer notification does
   * not make the mail due earlier.
   */
  #look(accountId: string): void {
    if (!this.#looks.has(accountId)) this.#looks.set(accountId, 0);
  }

  async #fill(): Promise<void> {
    const { model } = this.#parts;
    if (!this.#isFilled) {
      // From now on events are noted, so that none is missed while the settings are read.
      this.#isFilled = true;
      for (const mail of ['soon', 'daily'])
        for await (const docs of pages(model, {
          collection: notificationSettingsDocs,
          where: [{ path: 'mail', op: 'eq', value: mail }],
          limit: PAGE_SETTINGS,
        })) {
          for (const { id } of docs) this.#look(id);
        }
    }
    for (const id of this.#noted) {
      const recipient = (await model.get(followedDocs, id))?.recipient;
      this.#noted.delete(id);
      if (recipient !== undefined) this.#look(recipient);
    }
  }

  async #lookAt(id: string, online: Promise<ReadonlySet<string>>): Promise<void> {
    try {
      // From now on events plan a new look.
      this.#looks.delete(id);
      const next = await this.#mail(id, online);
      if (next !== undefined && !this.#looks.has(id)) this.#looks.set(id, next);
    } catch (error) {
      this.#looks.set(id, this.#parts.now().getTime() + PAUSE_MS);
      this.#parts.failed(error);
    }
  }

  /**
   * Mails a person if it is due. Returns when to look again; undefined: not before something
   * changes.
   */
  async #mail(
    accountId: string,
    online: Promise<ReadonlySet<string>>,
  ): Promise<number | undefined> {
    const waiting = await waitingMail(this.#parts, accountId, online);
    const now = this.#parts.now().getTime();
    if (waiting?.dueAt === undefined || waiting.dueAt > now) return waiting?.dueAt;
    await this.#send(waiting);
    return now + PAUSE_MS;
  }

  async #send({ account, settings, mailed, notifications }: WaitingMail): Promise<void> {
    const { mailer, now } = this.#parts;
    const mail = await notificationMail(this.#parts, account, notifications, settings.language);
    const upTo = notifications[0].position;
    if (
      !(await this.#record(
        account.id,
        beginMail(account.id, mailed, upTo, failuresOf(settings, mailed), now()),
      ))
    )
      return;
    try {
      await mailer.send(mail);
      this.#parts.failed(undefined);
    } catch (error) {
      // A refused address concerns one person; any other failure is the server's, and would meet
      // everybody.
      if (!(error instanceof AddressRefused)) {
        this.#pausedUntil = now().getTime() + PAUSE_MS;
        this.#parts.failed(error);
      }
      await this.#record(account.id, failMail(account.id, upTo, mailed.upTo));
    }
  }

  /** Appends what is decided to the log of a person's mails; false: nothing was. */
  async #record(accountId: string, decide: (s: Mailed) => Decision): Promise<boolean> {
    // Each attempt has an id of its own, so that the append of another process is not taken for
    // this one's.
    const request = {
      actor: 'system',
      id: `notification-mail ${newId()}`,
      repeatable: false,
      digest: '',
    };
    const { position } = await this.#parts.executor.execute(request, {
      stream: mailStream(accountId),
      decider: mailLog,
      decide,
      snapshot: mailSnapshot(this.#parts, accountId),
    });
    return position !== undefined;
  }
}
