import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';

const Environment = z.object({
  PORT: z.coerce.number('must be a number').int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  HZM_DATA_DIR: z.string().min(1).default('.data'),
  HZM_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
});

export interface Configuration {
  readonly port: number;
  readonly host: string;
  /** Absolute, and there. */
  readonly dataDirectory: string;
  readonly secret: Buffer;
}

/** @throws Error with one line for each wrong value */
export function readConfiguration(environment: NodeJS.ProcessEnv): Configuration {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) throw new Error(parsed.error.issues.map(issue => `${issue.path.join('.')} ${issue.message}`).join('\n'));
  const { PORT, HOST, HZM_DATA_DIR, HZM_SECRET } = parsed.data;
  const dataDirectory = resolve(HZM_DATA_DIR);
  try {
    mkdirSync(dataDirectory, { recursive: true });
    return { port: PORT, host: HOST, dataDirectory, secret: HZM_SECRET === undefined ? keptSecret(dataDirectory) : Buffer.from(HZM_SECRET) };
  } catch (error) {
    throw new Error(`HZM_DATA_DIR ${dataDirectory} cannot be used: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** The secret that the first start made. */
function keptSecret(directory: string): Buffer {
  const file = join(directory, 'secret');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  return Buffer.from(readFileSync(file, 'utf8'), 'base64url');
}
