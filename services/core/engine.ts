import type { AnswerOf, Call, InputOf } from '@hzm/contracts/core/call';
import type { Position } from '@hzm/contracts/core/position';
import type { Background } from './background.ts';
import type { Codec } from './codec.ts';
import type { CommandExecutor } from './command-executor.ts';
import type { ExclusiveJobs } from './exclusive-jobs.ts';
import type { Files, ReadableFile } from './files.ts';
import type { Gate } from './gate.ts';
import type { Metrics } from './metrics.ts';
import type { Hashing } from './password.ts';
import type { EventStore } from './ports/event-store.ts';
import type { FileInspector } from './ports/file-inspector.ts';
import type { KeyVault } from './ports/key-vault.ts';
import type { Mailer } from './ports/mailer.ts';
import type { PresenceExchange } from './ports/presence-exchange.ts';
import type { Asker, DocumentReader } from './ports/read-model.ts';
import type { Pause } from './ports/slices.ts';
import type { UploadStore } from './ports/upload-store.ts';
import type { PositionWaits } from './position-waits.ts';
import type { Projector } from './projector.ts';
import type { Request } from './request.ts';
import type { SessionTokens, Verified } from './session.ts';
import type { Source } from './source.ts';
import type { StatusService } from './status-service.ts';
import type { UsageCounter } from './usage-counter.ts';

/**
 * What a look at the past is about: a project's settings and schema, and with `tableId` a table's
 * rows, with `rowId` one of them.
 */
export interface Scope {
  readonly projectId: string;
  readonly tableId?: string;
  readonly rowId?: string;
}

/**
 * The read model as it was. `asOf`: a position (inclusive) or an ISO time; the future means now.
 * Reads of the past take turns by `source`.
 */
export interface PointInTimeReads {
  at(scope: Scope, asOf: string, source: Source): Promise<DocumentReader>;
}

/** What the engine is made of; plain objects that `main` puts together. */
export interface Engine {
  readonly store: EventStore;
  readonly model: DocumentReader;
  readonly vault: KeyVault;
  readonly codec: Codec;
  readonly executor: CommandExecutor;
  readonly projector: Projector;
  readonly pointInTime: PointInTimeReads;
  /** Where readings of histories take turns: each may open large events. */
  readonly histories: Gate;
  /** Where answers take turns that are computed of many rows. */
  readonly computing: Gate;
  /** The queue in which answers that read many documents take turns. */
  readonly lists: Gate;
  /** The waits of requests and watches for a position that they name. */
  readonly positions: PositionWaits;
  readonly jobs: ExclusiveJobs;
  readonly background: Background;
  readonly uploads: UploadStore;
  readonly files: Files;
  readonly inspector: FileInspector;
  readonly metrics: Metrics;
  readonly status: StatusService;
  readonly presence: PresenceExchange;
  readonly usage: UsageCounter;
  /**
   * What making and refreshing the master credentials asks for; undefined: what their first
   * creation gave.
   */
  readonly creationPassword?: string | undefined;
  /** Absent: no mail is sent. */
  readonly mailer?: Mailer | undefined;
  readonly hashing: Hashing;
  readonly tokens: SessionTokens;
  readonly now: () => Date;
}

/** The authenticated caller of a request. */
export interface Caller {
  /**
   * The actor, as events name it: the account of a person, the id of a key, `anonymous`, or
   * `master` for the master key. The account that pays is `accountId`.
   */
  readonly actor: string;
  /**
   * The account whose limits the caller uses up: the person, the owner of the key's project, or
   * `master`; undefined for strangers.
   */
  readonly accountId: string | undefined;
  readonly isAdmin: boolean;
  readonly sessionId: string | undefined;
  /** What a signed-in person has shown; it ends. */
  readonly token?: Verified;
  /** The project that a key reaches, with what the key may do; undefined for a person. */
  readonly key: ApiKeyCredential | undefined;
  /**
   * There when an administrator looks as `actor`: they read, without secrets, and write nothing.
   * `sessionId`: their own.
   */
  readonly looker?: { readonly id: string; readonly sessionId: string; readonly lookId: string };
  /**
   * There for the master key, which is an administrator and no person. `madeBy`: whose the projects
   * are that are made with it.
   */
  readonly master?: { readonly madeBy: string };
}

export interface ApiKeyCredential {
  readonly id: string;
  readonly projectId: string;
  readonly scope: 'project' | 'admin_project';
  readonly permissions: readonly string[];
  /** Came with the e-mail and the password that belong to it. */
  readonly complete: boolean;
  /** When it expires, in milliseconds since 1970; undefined: never. */
  readonly end: number | undefined;
  readonly requestsPerMinute: number;
}

/**
 * The passwords that one request carries. Hashing takes its turn among all others; wrong ones count
 * against where they come from.
 */
export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Whether it is the one that was hashed; false, and as slow, without a hash. `subject`: what it
   * opens; wrong ones count against that, too. @throws Problem RATE_LIMIT_EXCEEDED, NOT_READY
   */
  verify(subject: string, password: string, hash: string | undefined): Promise<boolean>;
  /**
   * Remembers that somebody signed in to the subject from where the request comes: wrong passwords
   * of others slow it no more.
   */
  signedIn(subject: string): void;
  /**
   * Whether a secret that is not hashed is right. `subject`: what it opens; wrong ones count
   * against that, too. @throws Problem RATE_LIMIT_EXCEEDED
   */
  check(judge: () => Promise<boolean>, subject?: string): Promise<boolean>;
}

/** One request on its way through a handler. */
export interface Context {
  readonly engine: Engine;
  readonly caller: Caller;
  /** The account or a stranger's network that limits and turns are counted by. */
  readonly source: Source;
  /** Lets long work pause between its slices. @throws Problem when the client has disconnected */
  readonly pause: Pause;
  /**
   * Returns the signal that aborts if the client disconnects before it is answered. Absent: nobody
   * waits.
   */
  readonly left?: () => AbortSignal;
  readonly request: Request;
  readonly language: 'tr' | 'en';
  /** The version in `If-Match`. */
  readonly expected: number | undefined;
  readonly passwords: Passwords;
  /**
   * Counts the request as a use of something. @param perMinute how often the caller may use it;
   * undefined: no limit of its own @throws Problem RATE_LIMIT_EXCEEDED
   */
  readonly meter: (subject: string, perMinute: number | undefined) => void;
  /** What the caller's program calls itself; empty when it does not say. */
  readonly agent: string;
  /** Whether a program on this machine asks, with no proxy between. */
  readonly isLocal: boolean;
  /**
   * The file that is sent, of a call that takes one. Reading it throws a Problem where it is too
   * large.
   */
  readonly file?: AsyncIterable<Uint8Array>;
}

/**
 * A JSON file that is made while it is sent. `chunks` are asked for as fast as they can be sent,
 * and closed when the client is gone.
 */
export interface MadeAnswer {
  readonly name: string;
  readonly chunks: AsyncIterable<string>;
}

/**
 * A file that somebody sent, as it was kept: any range of it. `type`: its media type; `isShown`: a
 * browser may show it instead of saving it; `tag`: as long as it is the same, so is the file.
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
 * What a handler found or did. `position`: of the last event written; `version`: of the one
 * resource answered.
 */
export interface Result<Answer> {
  readonly data: Answer;
  /** Each character of its texts stands for a byte (`Found.bytewise`). */
  readonly isBytewise?: true;
  /** Sent instead of `data`, by a call that answers a file. */
  readonly file?: AnsweredFile;
  readonly position?: Position | undefined;
  readonly version?: number;
  /** Where it is not the call's own. */
  readonly status?: number;
  /**
   * What is done when the answer is sent, so that its time tells nothing; nobody hears whether it
   * failed.
   */
  readonly afterwards?: () => Promise<void>;
}

export interface Handler {
  readonly call: Call;
  /** It answers also while the views cannot be read yet. */
  readonly always?: true;
  readonly run: (context: Context, input: never) => Promise<Result<unknown>>;
  /**
   * Does what is left of a request that removed what it is about before it was interrupted. Doing
   * it again is harmless.
   */
  readonly finish?: (context: Context, input: never) => Promise<void>;
}

/** The context of a request that reads pages. */
export type Asking = Pick<Context, 'engine' | 'source' | 'left'>;
export const askerOf = ({ source, left }: Omit<Asking, 'engine'>): Asker => ({
  by: source.account,
  ...(left && { left }),
});

/** Ties what can be asked to what is done. */
export const handle = <C extends Call>(
  call: C,
  run: (context: Context, input: InputOf<C>) => Promise<Result<AnswerOf<C>>>,
  finish?: (context: Context, input: InputOf<C>) => Promise<void>,
): Handler => ({ call, run, ...(finish && { finish }) });

/** The same for a call that answers a file. */
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
