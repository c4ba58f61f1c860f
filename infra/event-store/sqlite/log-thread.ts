import { serve } from '../../sqlite/thread-side.ts';
import { type AppendOutcome, LogWriter, type ToAppend } from './log-writer.ts';

/* The thread that writes the log of one file. */

let writer: LogWriter | undefined;

const calls = {
  open(file: string): { readonly identity: string; readonly head: number } {
    writer = new LogWriter(file);
    return { identity: writer.identity, head: writer.head };
  },
  append: (all: readonly ToAppend[]): AppendOutcome[] => writer!.append(all),
  close: (): void => writer?.close(),
};
export type LogCalls = typeof calls;

serve(calls);
