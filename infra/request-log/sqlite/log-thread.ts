import type { LogBounds, LogEntry, LogQuery } from '@hzm/services/core/ports/request-log-store';
import { forgetAside, isDamage, setAside } from '../../sqlite/damage.ts';
import { LogFile } from './log-file.ts';

/** Calls of a worker thread that keeps a request log. A damaged file is replaced by an empty one. */
export function serve(tell: (said?: unknown) => void) {
  let path = '';
  let file: LogFile | undefined;
  const anew = (why: unknown): LogFile => {
    setAside(path);
    tell(why instanceof Error ? why.message : String(why));
    return (file = new LogFile(path));
  };
  const asked = <T>(ask: (log: LogFile) => T): T => {
    try {
      return ask(file!);
    } catch (error) {
      if (!isDamage(error)) throw error;
      file?.close();
      return ask(anew(error));
    }
  };
  return {
    open(at: string): void {
      path = at;
      try {
        file = new LogFile(path);
        forgetAside(path);
      } catch (error) {
        if (!isDamage(error)) throw error;
        anew(error);
      }
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
