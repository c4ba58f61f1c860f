import { type AppendOutcome, LogWriter, type ToAppend, type ToEmpty } from './log-writer.ts';

/** Calls of the worker thread that writes one log file. */
export function serve() {
  let writer: LogWriter | undefined;
  return {
    open(file: string): { readonly identity: string; readonly head: number } {
      writer = new LogWriter(file);
      return { identity: writer.identity, head: writer.head };
    },
    append: (all: readonly ToAppend[]): AppendOutcome[] => writer!.append(all),
    remaining: (scopes: readonly string[]): string[] => writer!.remaining(scopes),
    empty: (piece: ToEmpty): number | undefined => writer!.empty(piece),
    close: (): void => writer?.close(),
  };
}
export type LogCalls = ReturnType<typeof serve>;
