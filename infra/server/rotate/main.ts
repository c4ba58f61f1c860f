import { resolve } from 'node:path';
import { secretOf } from '../secret.ts';
import { rotate } from './rotate.ts';

/** @throws Error when it is too short */
function secretIn(name: 'HZM_SECRET' | 'HZM_NEW_SECRET'): Buffer | undefined {
  const { [name]: text } = process.env;
  if (text === undefined) return undefined;
  if (text.length < 16) throw new Error(`${name} must have at least 16 characters.`);
  return secretOf(text, name);
}

try {
  const [secret, next] = [secretIn('HZM_SECRET'), secretIn('HZM_NEW_SECRET')];
  if (next && !secret)
    throw new Error(
      'HZM_NEW_SECRET replaces HZM_SECRET, so set both. Without them, a generated secret replaces the one in the data directory.',
    );
  const outcome = await rotate(
    {
      dataDirectory: resolve(process.env['HZM_DATA_DIR'] ?? '.data'),
      readModel: process.env['HZM_READ_MODEL'],
      secret,
      next,
    },
    text => console.log(text),
  );
  console.log(
    outcome === 'done'
      ? 'Done: only the new secret opens the keys now. Everyone must sign in again.'
      : 'Both secrets open the keys now. Restart every process with the new one as HZM_SECRET, then run this command again with it as HZM_SECRET and without HZM_NEW_SECRET.',
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
