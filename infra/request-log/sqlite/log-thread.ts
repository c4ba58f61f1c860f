import type { LogBounds, LogEntry, LogQuery } from '@hzm/services/core/ports/request-log-store';
import { RenewedFile } from '../../sqlite/renewed-file.ts';
import { LogFile } from './log-file.ts';

/** Calls of a worker thread that keeps a request log. A damaged file is replaced by an empty one. */
export function serve(tell: (said?: unknown) => void) {
  let file: RenewedFile<LogFile> | undefined;
  const asked = <T>(ask: (log: LogFile) => T): T => file!.ask(ask);
  return {
    open(path: string): void {
      file = new RenewedFile(
        path,
        at => new LogFile(at),
        why => tell(why instanceof Error ? why.message : String(why)),
      );
    },
    add: (entries: readonly LogEntry[]): void => asked(log => log.add(entries)),
    find: ({ query, limit }: { query: LogQuery; limit: number }): readonly LogEntry[] =>
      asked(log => log.find(query, limit)),
    count: ({ query, most }: { query: LogQuery; most: number }): number =>
      asked(log => log.count(query, most)),
    trim: (bounds: LogBounds): number => asked(log => log.trim(bounds)),
    forget: ({ column, name }: { column: 'account' | 'project'; name: string }): number =>
      asked(log => log.forget(column, name)),
    close(): void {
      file?.close();
      file = undefined;
    },
  };
}
export type LogCalls = ReturnType<typeof serve>;
