import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Imported by a server under test: keeps the longest turn of its event loop in the file that
 * LONGEST_TURN_FILE names, in milliseconds of the thread's own
 * processor time, which other programs of a busy machine do not lengthen. Whoever deletes the file
 * begins anew. The server's worker threads import it, too: they
 * answer nobody, and one file has one writer.
 */
const file = process.env['LONGEST_TURN_FILE'];
const spent = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

if (file !== undefined && isMainThread) {
  let [last, longest] = [spent(), 0];
  setInterval(() => {
    const now = spent();
    const isNew = !existsSync(file);
    if (isNew || now - last > longest) {
      longest = Math.max(isNew ? 0 : longest, now - last);
      writeFileSync(`${file}.new`, String(longest));
      renameSync(`${file}.new`, file);
    }
    last = spent();
  }, 5).unref();
}
