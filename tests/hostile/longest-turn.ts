import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Keeps the longest turn of a server's event loop in the file that LONGEST_TURN_FILE names, in
 * milliseconds of the thread's own processor time. Deleting the file restarts it. Worker threads
 * write none: they answer nobody.
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
