import { type AppendOutcome, LogWriter, type ToAppend, type ToEmpty } from './log-writer.ts';

/** In a thread: writes the log of one file. */
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
