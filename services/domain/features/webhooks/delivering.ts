import { sameJson } from '@hzm/contracts/core/json';
import { laterOf, type Position } from '@hzm/contracts/core/position';
import {
  WEBHOOK_TRIES,
  type CallFailure,
  type PauseReason,
} from '@hzm/contracts/features/webhooks/webhook';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import { history, type IndexEntry } from '@hzm/projections/features/history/history';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { webhookDocs, type WebhookDoc } from '@hzm/projections/features/webhooks/webhooks';
import type { Engine } from '@hzm/services/core/engine';
import type { DeliveryState } from '@hzm/services/core/ports/deliveries';
import { newDeliverySecret } from '@hzm/services/core/security/signed-delivery';
import { entriesOf, equals, eventsAt } from '../../past/log-index.ts';
import { callReceiver } from './calling.ts';
import { kindOf } from './kinds.ts';
import { payloadOf } from './payload.ts';
import { progressOf } from './progress.ts';
import { decideItself } from './system.ts';
import { firstSecret, pauseHook } from './webhook.ts';

/** Pauses in seconds after a failed attempt; the last one is followed by a paused webhook. */
const PAUSES_S = [5, 30, 120, 600, 1_800, 7_200, 21_600] as const;
/** Returns the pause in milliseconds after as many failed attempts. */
const pauseMs = (tries: number): number =>
  (PAUSES_S[Math.min(tries, PAUSES_S.length) - 1] ?? PAUSES_S[0]) * SECOND_MS;
/** Events of a project delivered before others have their turn. */
const TURN_EVENTS = 25;
/** Entries of the index that are read at once. */
const PAGE_ENTRIES = 100;
/** Duration of a call in milliseconds beyond which its receiver is slow. */
const SLOW_MS = 1_000;
const SECOND_MS = 1_000;
const GONE = 410;

/** The rest of a turn: more events, none, or none before a time in milliseconds since 1970. */
export type Rest =
  | { readonly kind: 'more' | 'done'; readonly isSlow: boolean }
  | { readonly kind: 'later'; readonly at: number };

const DONE: Rest = { kind: 'done', isSlow: false };

export type Delivering = Pick<
  Engine,
  'model' | 'store' | 'codec' | 'executor' | 'projector' | 'deliveries' | 'vault' | 'now'
>;

/** A turn: `spend` counts each call with the bytes of its body; `signal` ends it. */
interface TurnOf {
  readonly signal: AbortSignal;
  readonly spend: (bytes: number) => void;
}

const isChosen = ({ type, tableId }: IndexEntry, { kinds, tableIds }: WebhookDoc): boolean => {
  const kind = kindOf(type);
  return (
    kind !== undefined &&
    kinds.includes(kind) &&
    (tableIds === null || (tableId !== undefined && tableIds.includes(tableId)))
  );
};

/** The last position of the index that is complete in every document before it. */
const indexed = ({ projector }: Pick<Engine, 'projector'>): Position => {
  const view = projector.progress.find(({ projection }) => projection === history);
  return view && view.position < projector.position ? view.position : projector.position;
};

/** Returns the webhook if it may be called: switched on, not paused, of an active account. */
async function callable({ model }: Delivering, projectId: string): Promise<WebhookDoc | undefined> {
  const [doc, project] = await Promise.all([
    model.get(webhookDocs, projectId),
    model.get(projectDocs, projectId),
  ]);
  if (!doc?.isOn || doc.paused || !project) return undefined;
  const owner = await model.get(accountDocs, project.ownerId);
  return owner?.isActive === true ? doc : undefined;
}

const pauseReasonOf = (
  failure: CallFailure,
  status: number | null,
  tries: number,
): PauseReason | undefined => {
  if (failure === 'refused') return 'refused';
  if (status === GONE) return 'gone';
  return tries >= WEBHOOK_TRIES ? 'failing' : undefined;
};

/** One turn of a project's webhook. Ends early when `signal` aborts, and then saves nothing. */
class Turn {
  readonly #engine: Delivering;
  readonly #doc: WebhookDoc;
  readonly #signal: AbortSignal;
  readonly #spend: (bytes: number) => void;
  #state: DeliveryState;
  #left = TURN_EVENTS;

  constructor(
    engine: Delivering,
    doc: WebhookDoc,
    state: DeliveryState,
    { signal, spend }: TurnOf,
  ) {
    this.#engine = engine;
    this.#doc = doc;
    this.#state = state;
    this.#signal = signal;
    this.#spend = spend;
  }

  async run(): Promise<Rest> {
    const upTo = indexed(this.#engine);
    if (this.#state.cursor > upTo) await this.#returnToHead();
    const entries = await entriesOf(
      this.#engine,
      [
        equals('projectId', this.#doc.id),
        { path: 'position', op: 'gt', value: this.#state.cursor },
        { path: 'position', op: 'lte', value: upTo },
      ],
      PAGE_ENTRIES,
    );
    for (const entry of entries) {
      if (this.#signal.aborted) return DONE;
      if (isChosen(entry, this.#doc)) {
        if (this.#left === 0) break;
        this.#left--;
        const rest = await this.#deliver(entry);
        if (rest) return rest;
      } else this.#state = { ...this.#state, cursor: entry.position };
    }
    await this.#save({});
    const isOver = entries.length < PAGE_ENTRIES && this.#left > 0;
    return { kind: isOver ? 'done' : 'more', isSlow: this.#state.isSlow };
  }

  /** Goes back to the end of the log if that is an older copy than the checkpoint. */
  async #returnToHead(): Promise<void> {
    const head = await this.#engine.store.head();
    if (this.#state.cursor > head) await this.#save({ cursor: head });
  }

  async #save(change: Partial<DeliveryState>): Promise<void> {
    this.#state = { ...this.#state, ...change };
    if (!this.#signal.aborted) await this.#engine.deliveries.store.save(this.#doc.id, this.#state);
  }

  /** Delivers an event; returns the rest of the turn if that ends it. */
  async #deliver(entry: IndexEntry): Promise<Rest | undefined> {
    const { position } = entry;
    const { id, secret } = this.#doc;
    // It may have been switched off, moved or paused since the turn began.
    if (!sameJson(await this.#engine.model.get(webhookDocs, id), this.#doc))
      return { kind: 'more', isSlow: this.#state.isSlow };
    if (secret === null) {
      await decideItself(this.#engine, id, firstSecret(id, newDeliverySecret()));
      return { kind: 'more', isSlow: this.#state.isSlow };
    }
    for await (const event of eventsAt(this.#engine, [entry])) {
      const attempt = this.#state.tries + 1;
      const payload = await payloadOf(this.#engine, event);
      this.#spend(Buffer.byteLength(payload.body));
      const { record, failure } = await callReceiver(this.#engine, this.#doc, payload, {
        position,
        attempt,
        isAsked: false,
        signal: this.#signal,
      });
      if (this.#signal.aborted) return DONE;
      if (failure !== null) return this.#failed(position, failure, record.status);
      await this.#save({
        cursor: laterOf(this.#state.cursor, position),
        tries: 0,
        nextAt: null,
        isSlow: record.milliseconds > SLOW_MS,
      });
      // The next event takes a place of slow receivers.
      if (this.#state.isSlow) return { kind: 'more', isSlow: true };
    }
    return undefined;
  }

  async #failed(position: Position, failure: CallFailure, status: number | null): Promise<Rest> {
    const { now } = this.#engine;
    const tries = this.#state.tries + 1;
    const reason = pauseReasonOf(failure, status, tries);
    const at = now().getTime() + pauseMs(tries);
    await this.#save({ tries, nextAt: at, isSlow: true });
    if (reason === undefined || this.#signal.aborted) return { kind: 'later', at };
    await decideItself(this.#engine, this.#doc.id, pauseHook(this.#doc.id, reason, position));
    return DONE;
  }
}

/**
 * Delivers the next events of a project in their order, one after another, until one fails, none is
 * left, or others are due.
 */
export async function deliver(engine: Delivering, projectId: string, turn: TurnOf): Promise<Rest> {
  const doc = await callable(engine, projectId);
  if (!doc) return DONE;
  const stored = await engine.deliveries.store.state(projectId);
  const state = await progressOf(engine, doc, stored);
  if (state === undefined) return DONE;
  const left = state.nextAt === null ? 0 : state.nextAt - engine.now().getTime();
  // A longer pause was begun by a clock that was put back since.
  if (state.nextAt !== null && left > 0 && left <= pauseMs(state.tries))
    return { kind: 'later', at: state.nextAt };
  // A store that cannot keep the checkpoint would let the same event be sent again and again.
  await engine.deliveries.store.save(projectId, state);
  return new Turn(engine, doc, state, turn).run();
}
