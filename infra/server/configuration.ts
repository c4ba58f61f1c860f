import { resolve } from 'node:path';
import { memberOf } from '@hzm/contracts/core/json';
import { Email, NewPassword } from '@hzm/contracts/features/accounts/account';
import { isNetwork, LOOPBACK } from '@hzm/services/core/limits/proxies';
import * as z from 'zod';
import { keepDirectory } from './data-directory.ts';
import { keepSecret, secretOf } from './secret.ts';

/** Roles of a process: answer requests, serve sockets, keep the views up to date. */
export const roles = ['api', 'realtime', 'projector'] as const;
export type Role = (typeof roles)[number];

const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;

/** Bounds the backup times of a day. */
const MAX_BACKUPS_PER_DAY = 24;

const wholeNumber = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message));
};

/** Parses a secret of the environment. */
const Secret = z
  .string()
  .min(16, 'must have at least 16 characters')
  .transform((text, context) => {
    try {
      return secretOf(text);
    } catch {
      context.addIssue('must hold at least 32 bytes behind base64url:');
      return z.NEVER;
    }
  });

const Environment = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().min(1, 'must not be empty').default('127.0.0.1'),
  HZM_DATA_DIR: z.string().min(1, 'must not be empty').default('.data'),
  HZM_SECRET: Secret.optional(),
  HZM_ADMIN_EMAIL: z
    .string()
    .refine(text => Email.safeParse(text).success, 'must be an e-mail address')
    .transform(text => Email.parse(text))
    .optional(),
  HZM_ADMIN_PASSWORD: z
    .string()
    .refine(text => NewPassword.safeParse(text).success, 'must have at least 6 characters')
    .optional(),
  HZM_API_CREATION_PASSWORD: z
    .string()
    .refine(text => NewPassword.safeParse(text).success, 'must have at least 6 characters')
    .optional(),
  HZM_REGISTER_PER_MINUTE: wholeNumber(0, 1_000_000).default(20),
  HZM_REQUESTS_PER_MINUTE: wholeNumber(0, 1_000_000).default(30_000),
  HZM_REQUEST_LOG_DAYS: wholeNumber(0, 3_650).default(30),
  HZM_REQUEST_LOG_MIB: wholeNumber(1, 1_000_000).default(256),
  HZM_EVENT_STORE: z
    .string()
    .regex(/^esdb(\+discover)?:\/\/./, 'must be an address like esdb://host:2113?tls=false')
    .optional(),
  HZM_READ_MODEL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\/./, 'must be an address like mongodb://host:27017/hzm')
    .optional(),
  HZM_ROLES: z
    .string()
    .transform(text => new Set(text.split(',').map(role => role.trim())))
    .pipe(
      z.set(z.enum(roles, `must be some of ${roles.join(', ')}, with commas between them`)).min(1),
    )
    .default(() => new Set(roles)),
  HZM_TRUSTED_PROXIES: z
    .string()
    .transform(text => text.split(',').map(network => network.trim()))
    .refine(
      networks => networks.every(isNetwork),
      'must be addresses or subnets like 10.0.0.0/8, with commas between them',
    )
    .default([...LOOPBACK]),
  HZM_SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/./, 'must be an address like smtp://name:password@host:587')
    .optional(),
  HZM_MAIL_FROM: z
    .string()
    .regex(
      /^[^@\s<>]+@[^@\s<>]+$|^[^<>\r\n]*<[^@\s<>]+@[^@\s<>]+>$/,
      'must be an address like hzm@example.com or HZM <hzm@example.com>',
    )
    .optional(),
  HZM_PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address like https://hzm.example.com' })
    .transform(text => text.replace(/\/+$/, ''))
    .optional(),
  HZM_WEBHOOKS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  HZM_WEBHOOK_ALLOW_PRIVATE: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  HZM_BACKUP_DIR: z.string().min(1, 'must not be empty').optional(),
  HZM_BACKUP_TIMES: z
    .string()
    .transform(text => [...new Set(text.split(',').map(time => time.trim()))])
    .refine(
      times =>
        times.length <= MAX_BACKUPS_PER_DAY &&
        times.every(time => /^([01]\d|2[0-3]):[0-5]\d$/.test(time)),
      `must be up to ${MAX_BACKUPS_PER_DAY} times of day like 03:00,15:00`,
    )
    .default(['03:00']),
  HZM_BACKUP_KEEP: wholeNumber(1, 100).default(7),
  HZM_BACKUP_PASSPHRASE: z.string().min(16, 'must have at least 16 characters').optional(),
  HZM_LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('warn'),
});

export interface Configuration {
  readonly port: number;
  readonly host: string;
  /** Absolute path of an existing directory. */
  readonly dataDirectory: string;
  readonly secret: Buffer;
  /** The administrator created at the first start. */
  readonly admin?: { readonly email: string; readonly password: string } | undefined;
  /** Required to create or refresh master credentials; absent: set at the first creation. */
  readonly creationPassword?: string | undefined;
  /** Limit for each IP; 0 or absent: none. */
  readonly registrationsPerMinute?: number;
  /** Limit for each account with all its sessions and keys; 0 or absent: none. */
  readonly requestsPerMinute?: number;
  /** Days and MiB of the request log; 0 days: none. Absent: 30 days, 256 MiB. */
  readonly requestLog?: { readonly days: number; readonly mib: number };
  /** Written to the log by an account of itself, in bytes; absent: `OWN_BYTES_PER_DAY`. */
  readonly accountBytesPerDay?: number;
  /** URL of an EventStoreDB; absent: the log is a file in the data directory. */
  readonly eventStore?: string | undefined;
  /** URL of a MongoDB; absent: views and keys are files in the data directory. */
  readonly readModel?: string | undefined;
  /**
   * IPs and subnets of proxies whose forwarded client IPs are trusted; absent: this machine's own.
   */
  readonly trustedProxies?: readonly string[];
  /** Absent: all. */
  readonly roles?: ReadonlySet<Role>;
  /** SMTP server, sender and origin of links; absent: no mails are sent. */
  readonly mail?:
    | { readonly url: string; readonly from: string; readonly origin: string }
    | undefined;
  /**
   * Folder, daily times (`03:00`, local time), number of backups kept, and passphrase; absent: no
   * backups.
   */
  readonly backups?:
    | {
        readonly directory: string;
        readonly times: readonly string[];
        readonly keep: number;
        readonly passphrase?: string | undefined;
      }
    | undefined;
  /** Whether no webhook is called; absent: no. */
  readonly webhooksAreOff?: boolean;
  /** Whether webhooks may call private addresses, such as this machine's; absent: no. */
  readonly webhooksMayBePrivate?: boolean;
  readonly logLevel?: (typeof logLevels)[number];
}

/** Variables that are set together or not at all. */
const TOGETHER = [
  ['HZM_ADMIN_EMAIL', 'HZM_ADMIN_PASSWORD'],
  ['HZM_SMTP_URL', 'HZM_MAIL_FROM', 'HZM_PUBLIC_URL'],
];
const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** Returns a sentence for each combination of variables that cannot be. */
function wrongTogether(environment: NodeJS.ProcessEnv, parsed: Variables | undefined): string[] {
  const wrong = TOGETHER.filter(
    names => new Set(names.map(name => memberOf(environment, name) === undefined)).size > 1,
  ).map(names => `${conjunction.format(names)} must be set together.`);
  const isAlone = parsed?.HZM_EVENT_STORE === undefined || parsed.HZM_READ_MODEL === undefined;
  if (parsed && parsed.HZM_ROLES.size < roles.length && isAlone)
    wrong.push(
      'HZM_ROLES can only leave something to other processes when HZM_EVENT_STORE and HZM_READ_MODEL are set.',
    );
  return wrong;
}

/** @throws Error with one line for each wrong value */
export function readConfiguration(environment: NodeJS.ProcessEnv): Configuration {
  const parsed = Environment.safeParse(environment);
  const wrong = [
    ...(parsed.error?.issues ?? []).map(issue => `${issue.path.join('.')} ${issue.message}.`),
    ...wrongTogether(environment, parsed.data),
  ];
  if (!parsed.success || wrong.length > 0) throw new Error(wrong.join('\n'));
  const { data } = parsed;
  const dataDirectory = resolve(data.HZM_DATA_DIR);
  return {
    port: data.PORT,
    host: data.HOST,
    dataDirectory,
    secret: openDirectory(dataDirectory, data.HZM_SECRET),
    admin: adminOf(data),
    creationPassword: data.HZM_API_CREATION_PASSWORD,
    registrationsPerMinute: data.HZM_REGISTER_PER_MINUTE,
    requestsPerMinute: data.HZM_REQUESTS_PER_MINUTE,
    requestLog: { days: data.HZM_REQUEST_LOG_DAYS, mib: data.HZM_REQUEST_LOG_MIB },
    eventStore: data.HZM_EVENT_STORE,
    readModel: data.HZM_READ_MODEL,
    roles: data.HZM_ROLES,
    trustedProxies: data.HZM_TRUSTED_PROXIES,
    mail: mailOf(data),
    backups: backupsIn(data),
    webhooksAreOff: data.HZM_WEBHOOKS === 'off',
    webhooksMayBePrivate: data.HZM_WEBHOOK_ALLOW_PRIVATE === '1',
    logLevel: data.HZM_LOG_LEVEL,
  };
}

type Variables = z.infer<typeof Environment>;

const adminOf = ({
  HZM_ADMIN_EMAIL: email,
  HZM_ADMIN_PASSWORD: password,
}: Variables): Configuration['admin'] =>
  email !== undefined && password !== undefined ? { email, password } : undefined;

const mailOf = ({
  HZM_SMTP_URL: url,
  HZM_MAIL_FROM: from,
  HZM_PUBLIC_URL: origin,
}: Variables): Configuration['mail'] =>
  url !== undefined && from !== undefined && origin !== undefined
    ? { url, from, origin }
    : undefined;

const backupsIn = ({
  HZM_BACKUP_DIR: directory,
  HZM_BACKUP_TIMES: times,
  HZM_BACKUP_KEEP: keep,
  HZM_BACKUP_PASSPHRASE: passphrase,
}: Variables): Configuration['backups'] =>
  directory === undefined ? undefined : { directory: resolve(directory), times, keep, passphrase };

/** Makes the data directory and returns the secret, which it keeps unless one is given. */
function openDirectory(directory: string, secret: Buffer | undefined): Buffer {
  try {
    keepDirectory(directory);
    return secret ?? keepSecret(directory);
  } catch (error) {
    throw new Error(
      `HZM_DATA_DIR ${directory} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}
