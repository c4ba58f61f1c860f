import { resolve } from 'node:path';
import { secretOf } from '../secret.ts';
import type { Where } from './sources.ts';

/**
 * Returns the installation that the environment names, as the server reads it. @throws Error when
 * the secret is too short
 */
export function installationOf({
  HZM_DATA_DIR,
  HZM_EVENT_STORE,
  HZM_READ_MODEL,
  HZM_SECRET,
}: NodeJS.ProcessEnv): Where {
  if (HZM_SECRET !== undefined && HZM_SECRET.length < 16)
    throw new Error('HZM_SECRET must have at least 16 characters.');
  return {
    dataDirectory: resolve(HZM_DATA_DIR ?? '.data'),
    eventStore: HZM_EVENT_STORE,
    readModel: HZM_READ_MODEL,
    secret: HZM_SECRET === undefined ? undefined : secretOf(HZM_SECRET),
  };
}

/** Prints progress; in a terminal, it overwrites the line. */
export const say = (text: string): void =>
  void process.stderr.write(process.stderr.isTTY ? `\r${text.padEnd(70)}` : `${text}\n`);
