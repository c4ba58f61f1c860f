import { newId } from '@hzm/contracts/core/ids';
import { START } from '@hzm/contracts/core/position';
import { accountDocs, sessionDocs, type AccountDoc } from '@hzm/projections/features/accounts/accounts';
import { changesIn } from '@hzm/projections/core/changes';
import { isMailed } from '@hzm/contracts/features/notifications/settings';
import { followedDocs, notificationDocs, type NotificationDoc } from '@hzm/projections/features/notifications/documents';
import { notificationMailDocs, notificationSettingsDocs, type NotificationSettingsDoc } from '@hzm/projections/features/notifications/settings';
import type { Engine } from '@hzm/services/core/engine';
import { pages } from '@hzm/services/core/pages';
import { AddressRefused, type Mailer } from '@hzm/services/core/ports/mailer';
import type { ProjectedEvent } from '@hzm/services/core/projector';
import { dueAt } from './mail-due.ts';
import { beginMail, failMail, mailLog, mailSnapshot, mailStream, type Mailed } from './mail-log.ts';
import { notificationMail } from './mail-text.ts';
import { failuresOf } from './settings-view.ts';
import { readTimes, toldTo } from './view.ts';

/** So many people are looked at in one round, and so many mails are on their way at once. */
const MAX_LOOKS = 1_000;
const MAX_SENDING = 2;
/** So many changes of what is followed are kept until the next round; beyond, everybody who is mailed is looked at again. */
const MAX_NOTED = 10_000;
/** How long nobody is mailed when the mail server is not there, and nobody is looked at again of whom something could not be read, in milliseconds. */
const PAUSE_MS = 60_000;
const PAGE = 500;
const MAX_SESSIONS = 1_000;

type Parts = Pick<Engine, 'executor' | 'model' | 'now' | 'usage' | 'vault'> & {
  readonly mailer: Mailer;
  readonly status: Pick<Engine['status'], 'online'>;
  /** Only the process that writes the views sends. */
  readonly isWriter: () => boolean;
  /** Told undefined when a mail was taken again. */
  readonly failed: (error: unknown) => void;
};

/**
 * Mails people what they are told and have not read. Whom it may have to mail, and when to look, is in memory: filled once from those who want mails, then by what happens.
 * Each mail is said in the log before it is handed over, at the revision that was read: whatever ends in between, none is sent twice.
 */
export class NotificationMails {
  readonly #parts: Parts;
  /** When whom to look at, in milliseconds since 1970. */
  readonly #looks = new Map<string, number>();
  /** What is followed and has changed: whose it is, is read in the next round. */
  readonly #noted = new Set<string>();
  #isFilled = false;
  #isClosed = false;
  #pausedUntil = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Ends a round that is under way, after the mails that are being handed over. */
  close(): void {
    this.#isClosed = true;
  }

  /** Takes note of what was told or chosen. */
  note(batch: readonly ProjectedEvent[]): void {
    if (!this.#isFilled) return;
    for (const { changes } of batch) {
      for (const change of changesIn(notificationDocs, changes)) if (change.op === 'put' && isMailed(change.doc.kind)) this.#look(change.doc.recipient);
      for (const change of changesIn(followedDocs, changes)) if (change.op === 'patch') this.#noted.add(change.id);
      for (const change of changesIn(notificationSettingsDocs, changes)) if (change.op === 'put') this.#looks.set(change.id, 0);
    }
    if (this.#noted.size > MAX_NOTED) this.#forget();
  }

  /** Mails those whose time has come. Never rejects: one who cannot be mailed stops nobody else. */
  async round(): Promise<void> {
    if (!this.#parts.isWriter()) return this.#forget();
    try {
      await this.#fill();
    } catch (error) {
      this.#forget();
      return this.#parts.failed(error);
    }
    const now = this.#parts.now().getTime();
    const due = [...this.#looks].flatMap(([id, at]) => (at <= now ? [id] : [])).slice(0, MAX_LOOKS);
    if (due.length === 0 || now < this.#pausedUntil) return;
    const online = this.#parts.status.online();
    online.catch(() => undefined);
    await Promise.all(Array.from({ length: MAX_SENDING }, async () => {
      for (let id = due.shift(); id !== undefined && this.#goesOn; id = due.shift()) await this.#once(id, online);
    }));
  }

  get #goesOn(): boolean {
    return !this.#isClosed && this.#parts.isWriter() && this.#parts.now().getTime() >= this.#pausedUntil;
  }

  #forget(): void {
    this.#isFilled = false;
    this.#looks.clear();
    this.#noted.clear();
  }

  /** Who is waited for already is looked at then: what comes later does not make it earlier. */
  #look(accountId: string): void {
    if (!this.#looks.has(accountId)) this.#looks.set(accountId, 0);
  }

  async #fill(): Promise<void> {
    const { model } = this.#parts;
    if (!this.#isFilled) {
      // What happens while they are read is noted.
      this.#isFilled = true;
      for (const mail of ['soon', 'daily']) for await (const docs of pages(model, { collection: notificationSettingsDocs, where: [{ path: 'mail', op: 'eq', value: mail }], limit: PAGE })) {
        for (const { id } of docs) this.#look(id);
      }
    }
    for (const id of this.#noted) {
      const recipient = (await model.get(followedDocs, id))?.recipient;
      this.#noted.delete(id);
      if (recipient !== undefined) this.#look(recipient);
    }
  }

  async #once(id: string, online: Promise<ReadonlySet<string>>): Promise<void> {
    try {
      // What happens from now on is noted anew.
      this.#looks.delete(id);
      const next = await this.#mail(id, online);
      if (next !== undefined && !this.#looks.has(id)) this.#looks.set(id, next);
    } catch (error) {
      this.#looks.set(id, this.#parts.now().getTime() + PAUSE_MS);
      this.#parts.failed(error);
    }
  }

  /** Mails somebody, if it is time. Returns when to look again; undefined: there is nothing to wait for. */
  async #mail(accountId: string, online: Promise<ReadonlySet<string>>): Promise<number | undefined> {
    const { model, now } = this.#parts;
    const settings = await model.get(notificationSettingsDocs, accountId);
    if (!settings || settings.mailSince === null) return undefined;
    const [account, mailed] = await Promise.all([model.get(accountDocs, accountId), model.get(notificationMailDocs, accountId)]);
    if (!account?.isActive) return undefined;
    const seen = mailed ?? mailLog.initial;
    const docs = await this.#unread(account, settings, seen);
    const oldest = docs.at(-1);
    if (!oldest) return undefined;
    const time = now().getTime();
    const at = dueAt({ settings, mailed, oldest: Date.parse(oldest.at), seenAt: await this.#seenAt(accountId, online) }, time);
    if (at === undefined || at > time) return at;
    await this.#send(account, settings, seen, docs);
    return time + PAUSE_MS;
  }

  /** What a person is to be mailed, the newest first. */
  async #unread(account: AccountDoc, { mailSince, mailOff }: NotificationSettingsDoc, { upTo }: Mailed): Promise<readonly NotificationDoc[]> {
    const [told, readAt] = await Promise.all([toldTo(this.#parts, account), readTimes(this.#parts, account.id)]);
    return told.filter(doc => isMailed(doc.kind) && !mailOff.includes(doc.kind) && doc.position > upTo && mailSince !== null && doc.at >= mailSince && readAt(doc) === null);
  }

  async #seenAt(accountId: string, online: Promise<ReadonlySet<string>>): Promise<number> {
    const { model, usage, now } = this.#parts;
    if ((await online).has(accountId)) return now().getTime();
    const { docs } = await model.find({ collection: sessionDocs, where: [{ path: 'accountId', op: 'eq', value: accountId }], sort: { by: 'created', descending: true }, limit: MAX_SESSIONS });
    const uses = await usage.of(docs.map(({ id }) => id));
    return Math.max(0, ...docs.map(({ id, openedAt }) => Date.parse(uses.get(id)?.lastUsed ?? openedAt)));
  }

  async #send(account: AccountDoc, settings: NotificationSettingsDoc, seen: Mailed, docs: readonly NotificationDoc[]): Promise<void> {
    const { executor, mailer, now } = this.#parts;
    const { id } = account;
    const mail = await notificationMail(this.#parts, account, docs, settings.language);
    const upTo = docs[0]?.position ?? START;
    const say = async (decide: ReturnType<typeof failMail>): Promise<boolean> => {
      // A name of its own for each attempt: what another process says is not taken for this one's.
      const request = { actor: 'system', id: `notification-mail ${newId()}`, repeatable: false, digest: '' };
      return (await executor.execute(request, { stream: mailStream(id), decider: mailLog, decide, snapshot: mailSnapshot(this.#parts, id) })).position !== undefined;
    };
    if (!(await say(beginMail(id, seen, upTo, failuresOf(settings, seen), now())))) return;
    try {
      await mailer.send(mail);
      this.#parts.failed(undefined);
    } catch (error) {
      // The address of one person is nobody else's matter; a server that is not there is everybody's.
      if (!(error instanceof AddressRefused)) {
        this.#pausedUntil = now().getTime() + PAUSE_MS;
        this.#parts.failed(error);
      }
      await say(failMail(id, upTo, seen.upTo));
    }
  }
}
