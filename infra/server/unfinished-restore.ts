import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Lies in a data directory while a backup is being restored into it. */
export const RESTORING = 'restoring';

/**
 * @throws Error when a restore was interrupted: what is there is a part of the data, and writing on
 * it would lose the rest
 */
export function checkNotRestoring(directory: string): void {
  if (existsSync(join(directory, RESTORING)))
    throw new Error(
      `A backup is being restored into ${directory}, or that was interrupted. Run the same npm run restore again: it goes on where it stopped. Or empty the directory.`,
    );
}
