import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js';
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
  ReadReq,
  ReadResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import {
  Metadata,
  Server,
  ServerCredentials,
  status,
  type sendUnaryData,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
} from '@grpc/grpc-js';
import { Log, MAX_APPEND_BYTES, type Answer, type Recorded } from './log.ts';
import {
  appended,
  appendOf,
  batchAnswer,
  batchAppendOf,
  caughtUp,
  checkpoint,
  confirmation,
  event,
  ServerFeaturesService,
  streamNotFound,
  StreamsService,
  supported,
  wantedOf,
  type Append,
} from './messages.ts';

type Reader = ServerWritableStream<ReadReq, ReadResp>;
type Appender = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

/** Or cancelled. */
async function drained(call: Reader): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  await Promise.race([once(call, 'drain', { signal }), once(call, 'cancelled', { signal })]);
  over.abort();
}

/**
 * Fault of the next append: refused before it is written, unanswered or refused after it was, or
 * never looked at.
 */
export type AppendFault =
  | 'unavailable-before'
  | 'unavailable-after'
  | 'frozen'
  | 'frozen-after'
  | 'not-leader';

/** The judgement of an append; `late`: the server gave up waiting, though it may be written. */
export type Judgement =
  | Answer
  | { readonly kind: 'late' }
  | { readonly kind: 'not-ready' }
  | { readonly kind: 'not-leader' };

/** Calls that one connection carries at once; more wait without a word. */
const MAX_CALLS = 100;
/**
 * An append that is sent again while the first is in flight is answered after so many milliseconds,
 * and not with an outcome.
 */
const REPETITION_MS = 2_500;
/** A live consumer with more than this waiting is dropped. */
const SLOW = 250;
/** After so many events that are considered, a subscriber with a filter is told how far that is. */
const CHECKPOINT = 32;
/** Events that are told once more. */
const REPEATED = 50;

const refusal = (code: status, details: string, exception?: Record<string, string>) => {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(exception ?? {})) metadata.set(name, value);
  return Object.assign(new Error(details), { code, details, metadata });
};

/**
 * EventStoreDB's streams service in this process, on the definitions that its client ships. It
 * behaves as measured on a real 23.10 node and proves how the adapter treats the protocol and
 * faults. It serves only appends with an explicit expected revision, the adapter's only ones.
 */
export class EventStoreDbServer {
  readonly log = new Log();
  /**
   * Numbers of reads and subscriptions that were asked for, and of stored events that they were
   * sent.
   */
  reads = 0;
  sent = 0;
  readonly #live = new Set<{
    readonly send: (recorded: Recorded) => void;
    readonly drop: () => void;
  }>();
  /**
   * Called with each append once it is written; its answer waits for the promise, if there is one.
   */
  heard: (append: Append) => Promise<unknown> | undefined = () => undefined;
  #faults: AppendFault[] = [];
  /** Positions of events whose append is not answered yet. */
  readonly #inFlight = new Set<bigint>();
  #slow = 0;
  #server: Server | undefined;
  #port = 0;

  get address(): string {
    return `esdb://127.0.0.1:${this.#port}?tls=false`;
  }

  /** Listens; after `kill`, on the same port, with the same log. */
  async start(): Promise<this> {
    const server = new Server({
      'grpc.max_receive_message_length': 17 * 1024 * 1024,
      'grpc.max_concurrent_streams': MAX_CALLS,
    });
    server.addService(StreamsService, {
      read: this.#read,
      append: this.#append,
      batchAppend: this.#batchAppend,
    });
    server.addService(ServerFeaturesService, { getSupportedMethods: this.#features });
    this.#port = await new Promise<number>((resolve, reject) =>
      server.bindAsync(
        `127.0.0.1:${this.#port}`,
        ServerCredentials.createInsecure(),
        (error, port) => (error ? reject(error) : resolve(port)),
      ),
    );
    this.#server = server;
    return this;
  }

  /** Everything in flight fails at once. */
  kill(): void {
    this.#server?.forceShutdown();
    this.#live.clear();
    this.#inFlight.clear();
  }

  /** Takes the place of a backup with so many events, put back while the server was stopped. */
  async restoreCopy(length: number): Promise<void> {
    this.kill();
    this.log.truncate(length);
    await this.start();
  }

  /** Another program writes so many events. */
  writeForeign(count: number): void {
    const data = Buffer.from('{}');
    for (let n = 0; n < count; n++)
      this.#tell(
        this.log.append(`other-${randomUUID()}`, -1, [
          {
            id: randomUUID(),
            type: 'happened',
            contentType: 'application/json',
            data,
            metadata: data,
          },
        ]),
      );
  }

  /** The next appends fail, in this order. */
  failAppends(...faults: AppendFault[]): void {
    this.#faults.push(...faults);
  }

  /** Appends are answered this many milliseconds late. */
  slowDown(ms: number): void {
    this.#slow = ms;
  }

  /** Open subscriptions end with an error, as for a consumer that is too slow. */
  dropSubscriptions(): void {
    for (const { drop } of this.#live) drop();
  }

  /**
   * Subscriptions stay open and tell nothing more; what is missed they never tell. New ones work
   * again.
   */
  silenceSubscriptions(): void {
    this.#live.clear();
  }

  /** Open subscriptions tell the newest events once more. */
  repeatDeliveries(): void {
    for (const { send } of this.#live)
      for (const recorded of this.log.all.slice(-REPEATED)) send(recorded);
  }

  readonly #features = (
    _call: ServerUnaryCall<Empty, SupportedMethods>,
    answer: sendUnaryData<SupportedMethods>,
  ): void => answer(null, supported());

  readonly #append = (
    call: ServerReadableStream<AppendReq, AppendResp>,
    answer: sendUnaryData<AppendResp>,
  ): void => {
    const messages: AppendReq[] = [];
    call.on('data', (message: AppendReq) => messages.push(message));
    call.on('error', () => undefined);
    call.on('end', () => {
      // A client that is killed in the middle leaves nothing.
      if (call.cancelled || messages.length < 2) return;
      const append = appendOf(messages);
      this.#judge(append, judgement => this.#answerCall(append, judgement, answer));
    });
  };

  #answerCall({ expected }: Append, judgement: Judgement, answer: sendUnaryData<AppendResp>): void {
    switch (judgement.kind) {
      case 'too-large':
        return answer(
          refusal(status.INVALID_ARGUMENT, 'Maximum Append Size Exceeded', {
            exception: 'maximum-append-size-exceeded',
            'maximum-append-size': String(MAX_APPEND_BYTES),
          }),
        );
      case 'late':
        return answer(refusal(status.DEADLINE_EXCEEDED, 'Operation timed out'));
      case 'not-ready':
        return answer(refusal(status.UNAVAILABLE, 'Server Is Not Ready'));
      case 'not-leader':
        return answer(this.#notLeader());
      default:
        return answer(null, appended(judgement, expected));
    }
  }

  /**
   * One stream carries many appends, which are judged in the order in which they come. What fails
   * for the server fails the stream with all that waits on it.
   */
  readonly #batchAppend = (call: Appender): void => {
    let isOver = false;
    call.on('error', () => undefined);
    call.on('data', (request: BatchAppendReq) => {
      const append = batchAppendOf(request);
      if (isOver) return;
      if (append.deadline < Date.now())
        return void call.write(batchAnswer(request, { kind: 'late' }));
      isOver = !this.#judge(append, judgement => {
        if (judgement.kind === 'not-ready')
          call.emit('error', refusal(status.UNAVAILABLE, 'Server Is Not Ready'));
        else if (judgement.kind === 'not-leader') call.emit('error', this.#notLeader());
        else call.write(batchAnswer(request, judgement));
      });
    });
    call.on('end', () => call.end());
  };

  #notLeader(): Error {
    return refusal(status.NOT_FOUND, 'Leader info available', {
      exception: 'not-leader',
      'leader-endpoint-host': '127.0.0.1',
      'leader-endpoint-port': String(this.#port),
    });
  }

  /**
   * An append has its place when it arrives, and its answer a moment later: meanwhile the same
   * append again is in flight with it.
   * @returns whether the server looked at it
   */
  #judge(append: Append, answer: (judgement: Judgement) => void): boolean {
    const { stream, expected, events } = append;
    const fault = this.#faults.shift();
    const later = (judgement: Judgement, ms = this.#slow): void =>
      void setTimeout(() => answer(judgement), ms);
    if (fault === 'unavailable-before') later({ kind: 'not-ready' });
    if (fault === 'not-leader') later({ kind: 'not-leader' });
    if (fault === 'unavailable-before' || fault === 'not-leader' || fault === 'frozen')
      return false;
    const result = this.log.append(stream, expected, events);
    if (result.kind !== 'written') {
      const isInFlight = result.kind === 'known' && this.#inFlight.has(result.position);
      later(isInFlight ? { kind: 'late' } : result, isInFlight ? REPETITION_MS : this.#slow);
      return true;
    }
    // Subscribers hear of events in the order of the log, and can before the append is answered.
    this.#tell(result);
    for (const { position } of result.events) this.#inFlight.add(position);
    const release = (): void => {
      for (const { position } of result.events) this.#inFlight.delete(position);
      if (fault === 'unavailable-after') answer({ kind: 'not-ready' });
      else if (fault !== 'frozen-after') answer(result);
    };
    const held = this.heard(append);
    if (held) void held.then(release);
    else setTimeout(release, this.#slow);
    return true;
  }

  #tell(result: Answer): void {
    if (result.kind !== 'written') return;
    for (const recorded of result.events) for (const { send } of this.#live) send(recorded);
    if (result.events.length > SLOW) this.dropSubscriptions();
  }

  readonly #read = (call: Reader): void => {
    call.on('error', () => undefined);
    this.reads++;
    void this.#answer(call).catch(() => call.end());
  };

  async #answer(call: Reader): Promise<void> {
    const { stream, from, backwards, count, subscribes, prefixes } = wantedOf(call.request);
    if (subscribes)
      return this.#subscribe(call, from, recorded =>
        prefixes.some(prefix => recorded.stream.startsWith(prefix)),
      );
    if (stream !== undefined) {
      const events = this.log.of(stream);
      if (!events) call.write(streamNotFound(stream));
      else await this.#send(call, events.slice(Number(from ?? 0n), Number(from ?? 0n) + count));
      return void call.end();
    }
    if (from !== undefined && !this.log.all.some(({ position }) => position === from))
      return void call.emit('error', refusal(status.UNKNOWN, 'position is no record boundary'));
    const all = backwards
      ? this.log.all
          .slice(0, from === undefined ? undefined : this.log.indexFrom(from))
          .toReversed()
      : this.log.all.slice(this.log.indexFrom(from ?? 0n));
    await this.#send(call, all.slice(0, count));
    call.end();
  }

  async #send(call: Reader, events: readonly Recorded[]): Promise<void> {
    for (const recorded of events) {
      if (call.cancelled) return;
      this.sent++;
      if (!call.write(event(recorded))) await drained(call);
    }
  }

  /**
   * A position beyond the end is taken, and what comes up to there is skipped. Catching up is held
   * back by the connection and never dropped; a live consumer that is too slow is, after what was
   * sent.
   */
  async #subscribe(
    call: Reader,
    from: bigint | undefined,
    wanted: (recorded: Recorded) => boolean,
  ): Promise<void> {
    call.write(confirmation());
    let next = from === undefined ? 0 : this.log.indexFrom(from + 1n);
    while (next < this.log.all.length && !call.cancelled) {
      const recorded = this.log.all[next++]!;
      if (wanted(recorded)) await this.#send(call, [recorded]);
      if (next % CHECKPOINT === 0) call.write(checkpoint(recorded));
    }
    if (call.cancelled) return;
    call.write(caughtUp());
    let waiting = 0;
    const drop = (): void => {
      this.#live.delete(live);
      call.emit(
        'error',
        refusal(
          status.ABORTED,
          'Consumer too slow to handle event while live. Client resubscription required.',
        ),
      );
    };
    const live = {
      drop,
      send: (recorded: Recorded): void => {
        if (!wanted(recorded) || recorded.position <= (from ?? 0n)) return;
        waiting = call.write(event(recorded)) ? 0 : waiting + 1;
        if (waiting > SLOW) drop();
      },
    };
    call.on('drain', () => {
      waiting = 0;
    });
    call.on('cancelled', () => this.#live.delete(live));
    this.#live.add(live);
  }
}
