import { RequestLog } from '@hzm/services/core/status/request-log';
import type { Configuration } from './configuration.ts';
import { now } from './engine.ts';
import { onceEach } from './repeated.ts';
import type { Stores } from './stores.ts';
import { VERSION } from './version.ts';

/** Days and MiB of the request log. */
const REQUEST_LOG = { days: 30, mib: 256 };

/** Opens the request log, and records in it that this process starts and stops. */
export function openRequestLog(
  { requestLog: { days, mib } = REQUEST_LOG }: Configuration,
  { requestLog: store, isWriter, hasConverted }: Stores,
  held: AsyncDisposableStack,
  {
    processId,
    warn,
  }: { readonly processId: string; readonly warn: (what: string) => (error: unknown) => void },
): RequestLog {
  const log = new RequestLog({
    store,
    days,
    maxEntries: Math.floor((mib * 2 ** 20) / store.bytesOfEntry),
    processId,
    isKeeper: isWriter,
    now,
    outcome: onceEach(warn('writing the request log failed')),
  });
  log.happened('process-started', VERSION);
  if (hasConverted) log.happened('log-converted', VERSION);
  log.start();
  held.defer(() => {
    log.happened('process-stopped', VERSION);
    return log.close();
  });
  return log;
}
