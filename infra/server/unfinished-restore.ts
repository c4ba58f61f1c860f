import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Marker file in a data directory that a backup is being restored into. */
export const RESTORING = 'restoring';

/**
 * @throws Error when a restore was interrupted: the data is incomplete, and writing to it would
 * lose the rest
 */
export function checkNotRestoring(directory: string): void {
  if (existsSync(join(directory, RESTORING)))
    throw new Error(
      `A backup is being restored into ${directory}, or that was interrupted. Run the same npm run restore again to resume it, or empty the directory.`,
    );
}
