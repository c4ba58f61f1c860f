import { newId } from '@hzm/contracts/core/ids';
import { isMailed } from '@hzm/contracts/features/notifications/settings';
import { changesIn } from '@hzm/projections/core/changes';
import { followedDocs, notificationDocs } from '@hzm/projections/features/notifications/documents';
import { notificationSettingsDocs } from '@hzm/projections/features/notifications/settings';
import type { Decision } from '@hzm/services/core/commands/decider';
import { systemRequest } from '@hzm/services/core/commands/request';
import type { Engine } from '@hzm/services/core/engine';
import { AddressRefused, type Mailer } from '@hzm/services/core/ports/mailer';
import type { ProjectedEvent } from '@hzm/services/core/projecting/projector-parts';
import { pages } from '@hzm/services/core/read-model/pages';
import { beginMail, failMail, mailLog, mailSnapshot, mailStream, type Mailed } from './mail-log.ts';
import { notificationMail } from './mail-text.ts';
import { failuresOf } from './settings-view.ts';
import { waitingMail, type WaitingMail } from './waiting-mail.ts';

/** Maximum people checked per round, and concurrent mails. */
const MAX_PEOPLE_PER_ROUND = 1_000;
const MAILS_AT_ONCE = 2;
/**
 * Maximum followed changes kept until the next round; beyond, all mailed people are checked again.
 */
const MAX_NOTED_CHANGES = 10_000;
/**
 * Pause in milliseconds after a failure of the mail server, and before a person is checked again
 * after a failed read.
 */
const PAUSE_MS = 60_000;
const PAGE_SETTINGS = 500;

type Parts = Pick<Engine, 'executor' | 'model' | 'now' | 'usage' | 'vault'> & {
  readonly mailer: Mailer;
  readonly status: Pick<Engine['status'], 'online'>;
  /** Whether this process writes the views; only that one sends mails. */
  readonly isWriter: () => boolean;
  /** Called with each failure; with undefined when a mail was sent. */
  readonly failed: (error: unknown) => void;
};

/**
 * Mails people their unread notifications. Holds when to check each person in memory, loaded from
 * the settings and updated by events. Each mail is recorded in the log before it is sent, at the
 * revision read, so that none is sent twice.
 */
export class NotificationMails {
  readonly #parts: Parts;
  /** Time of the next check per person, in milliseconds since 1970. */
  readonly #looks = new Map<string, number>();
  /** Ids of changed followed notifications; the next round reads their recipients. */
  readonly #noted = new Set<string>();
  #isFilled = false;
  #isClosed = false;
  #pausedUntil = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Ends the current round after the mails in progress. */
  close(): void {
    this.#isClosed = true;
  }

  /** Records new notifications and changed settings. */
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

  /** Mails everybody who is due. Never rejects: a failed mail does not delay other people. */
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
    // The rejection is handled where it is awaited, which may be later.
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
   * Checks a person in the next round. A planned check stays, because a newer notification does not
   * make the mail due earlier.
   */
  #look(accountId: string): void {
    if (!this.#looks.has(accountId)) this.#looks.set(accountId, 0);
  }

  async #fill(): Promise<void> {
    const { model } = this.#parts;
    if (!this.#isFilled) {
      // Events are recorded from here on, so that none is missed while the settings are read.
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
      // Events from here on plan a new check.
      this.#looks.delete(id);
      const next = await this.#mail(id, online);
      if (next !== undefined && !this.#looks.has(id)) this.#looks.set(id, next);
    } catch (error) {
      this.#looks.set(id, this.#parts.now().getTime() + PAUSE_MS);
      this.#parts.failed(error);
    }
  }

  /**
   * Mails a person if due. Returns when to check again; undefined if not before something changes.
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
      // A refused address concerns one person; other failures are the server's and would affect
      // everybody.
      if (!(error instanceof AddressRefused)) {
        this.#pausedUntil = now().getTime() + PAUSE_MS;
        this.#parts.failed(error);
      }
      await this.#record(account.id, failMail(account.id, upTo, mailed.upTo));
    }
  }

  /** Appends a decision to a person's mail log; false if nothing was appended. */
  async #record(accountId: string, decide: (s: Mailed) => Decision): Promise<boolean> {
    // Each attempt has its own id, so that another process's append is not mistaken for this one's.
    const request = systemRequest(`notification-mail ${newId()}`);
    const { position } = await this.#parts.executor.execute(request, {
      stream: mailStream(accountId),
      decider: mailLog,
      decide,
      snapshot: mailSnapshot(this.#parts, accountId),
    });
    return position !== undefined;
  }
}
