import type { AnswerOf, Call, InputOf } from '@hzm/contracts/core/call';
import type { DamagedEvent, Event } from '@hzm/contracts/core/event';
import type { Language } from '@hzm/contracts/core/language';
import type { Position } from '@hzm/contracts/core/position';
import type { CommandExecutor } from './commands/command-executor.ts';
import type { Request } from './commands/request.ts';
import type { Background } from './concurrency/background.ts';
import type { ExclusiveJobs } from './concurrency/exclusive-jobs.ts';
import type { Codec } from './events/codec.ts';
import type { Files, ReadableFile } from './files/files.ts';
import type { ClientMemory } from './limits/client-memory.ts';
import type { Gate } from './limits/gate.ts';
import type { MemoryPool } from './limits/memory-pool.ts';
import type { Source } from './limits/source.ts';
import type { UsageCounter } from './limits/usage-counter.ts';
import type { DeliverySender, DeliveryStore } from './ports/deliveries.ts';
import type { EventStore } from './ports/event-store.ts';
import type { FileInspector } from './ports/file-inspector.ts';
import type { KeyVault } from './ports/key-vault.ts';
import type { Mailer } from './ports/mailer.ts';
import type { PresenceExchange } from './ports/presence-exchange.ts';
import type { Asker, DocumentReader } from './ports/read-model.ts';
import type { RowFiles } from './ports/row-files.ts';
import type { Pause } from './ports/slices.ts';
import type { UploadStore } from './ports/upload-store.ts';
import type { PositionWaits } from './projecting/position-waits.ts';
import type { Projector } from './projecting/projector.ts';
import type { Hashing } from './security/password.ts';
import type { SessionTokens, Verified } from './security/session.ts';
import type { Metrics } from './status/metrics.ts';
import type { RequestLog } from './status/request-log.ts';
import type { StatusService } from './status/status-service.ts';

/**
 * The extent of a point-in-time read: a project's settings and schema, the rows of a table with
 * `tableId`, one row with `rowId`.
 */
export interface Scope {
  readonly projectId: string;
  readonly tableId?: string;
  readonly rowId?: string;
  /** A stream of the project to include beside those that every past state has. */
  readonly stream?: string;
}

/**
 * The read model at an earlier time. `asOf` is a position (inclusive) or an ISO time; the future
 * means now. Reads queue by `source`.
 */
export interface PointInTimeReads {
  at(scope: Scope, asOf: string, source: Source): Promise<DocumentReader>;
}

/** The services of the engine, composed in `main`. */
export interface Engine {
  readonly store: EventStore;
  readonly model: DocumentReader;
  readonly vault: KeyVault;
  readonly codec: Codec;
  readonly executor: CommandExecutor;
  readonly projector: Projector;
  readonly pointInTime: PointInTimeReads;
  /** The gate for reading histories, each of which may open large events. */
  readonly histories: Gate;
  /** The gate for answers computed from many rows. */
  readonly computing: Gate;
  /** The gate for answers that read many documents. */
  readonly lists: Gate;
  /** The memory for bodies, from their parsing to the answer. */
  readonly bodies: MemoryPool;
  /** The memory for the documents that requests read. */
  readonly documents: MemoryPool;
  /** The memory of answers that wait for their clients. */
  readonly unread: ClientMemory;
  /** The memory of bodies that have not come whole. */
  readonly coming: ClientMemory;
  /** Waits for a position that a request or watch names. */
  readonly positions: PositionWaits;
  readonly jobs: ExclusiveJobs;
  readonly background: Background;
  readonly uploads: UploadStore;
  readonly files: Files;
  readonly rowFiles: RowFiles;
  /** Requests to receivers outside, and how far they are. */
  readonly deliveries: {
    readonly store: DeliveryStore;
    readonly sender: DeliverySender;
    /** Whether this installation, a copy for tests, calls no receiver. */
    readonly areOff?: boolean;
  };
  readonly inspector: FileInspector;
  readonly metrics: Metrics;
  readonly status: StatusService;
  readonly presence: PresenceExchange;
  readonly usage: UsageCounter;
  readonly requestLog: RequestLog;
  /**
   * The creation password of the master credentials; undefined uses the one set by their first
   * creation.
   */
  readonly creationPassword?: string | undefined;
  /** Absent if no mail is sent. */
  readonly mailer?: Mailer | undefined;
  readonly hashing: Hashing;
  readonly tokens: SessionTokens;
  readonly now: () => Date;
}

/** The authenticated caller of a request. */
export interface Caller {
  /**
   * The actor in events: an account id, a key id, `anonymous`, or `master` for the master key. The
   * account that pays is `accountId`.
   */
  readonly actor: string;
  /**
   * The account whose limits are used: the person, the owner of the key's project, or `master`;
   * undefined for anonymous callers.
   */
  readonly accountId: string | undefined;
  readonly isAdmin: boolean;
  readonly sessionId: string | undefined;
  /** The verified token of a signed-in person, with its expiry. */
  readonly token?: Verified;
  /** The key with its project and permissions; undefined for a person. */
  readonly key: ApiKeyCredential | undefined;
  /**
   * Present while an administrator impersonates `actor`, reading without secrets and writing
   * nothing. `sessionId` is the administrator's.
   */
  readonly looker?: { readonly id: string; readonly sessionId: string; readonly lookId: string };
  /** The widget that a socket without an identity may watch, and nothing else. */
  readonly widget?: string;
  /**
   * Present for the master key, an administrator without an account. `madeBy` owns the projects
   * made with it.
   */
  readonly master?: { readonly madeBy: string };
}

export interface ApiKeyCredential {
  readonly id: string;
  readonly projectId: string;
  readonly scope: 'project' | 'admin_project';
  readonly permissions: readonly string[];
  /** Whether the key came with its e-mail and password. */
  readonly complete: boolean;
  /** Expiry in milliseconds since 1970; undefined means never. */
  readonly end: number | undefined;
  /** Present if the caller showed the text from before the last regeneration. */
  readonly isFormer?: true;
  readonly requestsPerMinute: number;
}

/**
 * The password operations of a request. Hashing is queued fairly; failed attempts count against the
 * request's IP.
 */
export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Whether a password matches the hash; without a hash, false after the same time. Failed attempts
   * also count against `subject`.
   * @throws Problem RATE_LIMIT_EXCEEDED, NOT_READY
   */
  verify(subject: string, password: string, hash: string | undefined): Promise<boolean>;
  /**
   * Marks the request's IP as known for the subject, so that failed attempts elsewhere do not slow
   * it.
   */
  signedIn(subject: string): void;
  /**
   * Whether an unhashed secret is right. Failed attempts also count against `subject`.
   * @throws Problem RATE_LIMIT_EXCEEDED
   */
  check(judge: () => Promise<boolean>, subject?: string): Promise<boolean>;
}

/** A request in a handler. */
export interface Context {
  readonly engine: Engine;
  readonly caller: Caller;
  /** The account, or an anonymous caller's network, that limits and queues count by. */
  readonly source: Source;
  /**
   * Lets long work pause between its slices.
   * @throws Problem when the client has disconnected
   */
  readonly pause: Pause;
  /**
   * Returns the signal that aborts if the client disconnects before the answer. Absent without a
   * client.
   */
  readonly left?: () => AbortSignal;
  /**
   * Returns the caller as they are by now; rejects once the right of a client has ended by what is
   * readable. Absent without a client.
   */
  readonly authorizedStill?: () => Promise<Caller>;
  readonly request: Request;
  readonly language: Language;
  /** The version in `If-Match`. */
  readonly expected: number | undefined;
  readonly passwords: Passwords;
  /**
   * Counts the request as a use of a subject.
   * @param perMinute maximum uses per caller; undefined for no separate limit
   * @throws Problem RATE_LIMIT_EXCEEDED
   */
  readonly meter: (subject: string, perMinute: number | undefined) => Promise<void>;
  /** Limits requests per caller about a subject. @throws Problem RATE_LIMIT_EXCEEDED */
  readonly limit: (subject: string, perMinute: number) => Promise<void>;
  /** The user agent, or empty. */
  readonly agent: string;
  /** Whether the request comes from a program on this machine, without a proxy. */
  readonly isLocal: boolean;
  /** The uploaded file of a call that takes one; reading it throws a Problem if it is too large. */
  readonly file?: AsyncIterable<Uint8Array>;
}

/**
 * A file generated while it is sent. `chunks` are pulled at the client's speed, and closed when the
 * client disconnects. `type` is JSON by default.
 */
export interface MadeAnswer {
  readonly name: string;
  readonly type?: string;
  readonly chunks: AsyncIterable<string | Uint8Array>;
}

/**
 * A stored file, readable by ranges. `isShown` lets browsers display it instead of saving; `tag`
 * identifies its content.
 */
export interface KeptAnswer {
  readonly name: string;
  readonly type: string;
  readonly isShown: boolean;
  readonly tag: string;
  readonly file: ReadableFile;
}

export type AnsweredFile = MadeAnswer | KeptAnswer;

/**
 * A page or JSON for anybody, sent without an envelope. `style` and `script` are the texts of the
 * page that may take effect; `framedBy` lists the origins that may frame it.
 */
export interface PageAnswer {
  readonly type: 'text/html' | 'application/json';
  readonly body: string;
  readonly style: string;
  readonly script: string;
  readonly framedBy: readonly string[];
}

/**
 * The result of a handler. `position` is that of the last event written; `version` is that of the
 * single resource answered.
 */
export interface Result<Answer> {
  readonly data: Answer;
  /** Whether each character of its texts stands for a byte (`Found.bytewise`). */
  readonly isBytewise?: true;
  /** Sent instead of `data` by calls that answer a file. */
  readonly file?: AnsweredFile;
  /** JSON that is sent as it is instead of `data`, with an ETag and compressed. */
  readonly document?: string;
  /** Sent instead of `data` by calls that answer a page. */
  readonly page?: PageAnswer;
  readonly position?: Position | undefined;
  readonly version?: number;
  /** Overrides the status of the call. */
  readonly status?: number;
  /**
   * Runs after the answer is sent, so that its duration reveals nothing; errors are not reported.
   */
  readonly afterwards?: () => Promise<void>;
}

export interface Handler {
  readonly call: Call;
  /** Whether the call is answered while the views are not yet readable. */
  readonly always?: true;
  readonly run: (context: Context, input: never) => Promise<Result<unknown>>;
  /** Completes a request that was interrupted after it removed its subject. Idempotent. */
  readonly finish?: (context: Context, input: never) => Promise<void>;
  /** Answers a repeated deletion from the event of the first one. Default: an empty answer. */
  readonly gone?: (event: Event | DamagedEvent) => unknown;
}

/** The context of a request that reads pages. */
export type Asking = Pick<Context, 'engine' | 'source' | 'left'>;
export const askerOf = ({ source, left }: Omit<Asking, 'engine'>): Asker => ({
  by: source.account,
  ...(left && { left }),
});

/** Binds a call to its handler. */
export const handle = <C extends Call>(
  call: C,
  run: (context: Context, input: InputOf<C>) => Promise<Result<AnswerOf<C>>>,
  more?: {
    readonly finish?: (context: Context, input: InputOf<C>) => Promise<void>;
    readonly gone?: (event: Event | DamagedEvent) => AnswerOf<C>;
  },
): Handler => ({ call, run, ...more });

/** Binds a call that answers a file to its handler. */
export const handleFile = <C extends Call>(
  call: C,
  run: (context: Context, input: InputOf<C>) => Promise<AnsweredFile>,
): Handler => ({
  call,
  run: async (context: Context, input: InputOf<C>) => ({
    data: {},
    file: await run(context, input),
  }),
});

/** Binds a call that answers a whole JSON document to its handler. */
export const handleDocument = <C extends Call>(
  call: C,
  run: (context: Context, input: InputOf<C>) => Promise<string>,
): Handler => ({
  call,
  run: async (context: Context, input: InputOf<C>) => ({
    data: {},
    document: await run(context, input),
  }),
});

/** Binds a call that answers a page to its handler. */
export const handlePage = <C extends Call>(
  call: C,
  run: (
    context: Context,
    input: InputOf<C>,
  ) => Promise<{ readonly page: PageAnswer; readonly status?: number }>,
): Handler => ({
  call,
  run: async (context: Context, input: InputOf<C>) => ({
    data: {},
    ...(await run(context, input)),
  }),
});
