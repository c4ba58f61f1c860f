import { fork, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { UNKNOWN_KIND } from '@hzm/contracts/features/attachments/attachment';
import type { FileInspector, Picture } from '@hzm/services/core/ports/file-inspector';
import type { Answer, Question } from './messages.ts';

/** Timeout of one inspection, in milliseconds. */
const TIMEOUT_MS = 20_000;
/** Idle time after which the process is ended, in milliseconds: it takes about 60 MB. */
const IDLE_MS = 30_000;

/**
 * Inspects files in a process of its own, started on demand. A picture that crashes, hangs or
 * exhausts the library harms nothing else, and a native call in a thread cannot be stopped.
 */
export class ProcessFileInspector implements FileInspector {
  readonly #timeoutMs: number;
  #process: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #giveUp = (): void => undefined;
  #isClosed = false;

  constructor(timeoutMs = TIMEOUT_MS) {
    this.#timeoutMs = timeoutMs;
  }

  get isRunning(): boolean {
    return this.#process !== undefined;
  }

  async kindOf(head: Uint8Array): Promise<string> {
    const answer = await this.#ask({ ask: 'kind', bytes: head });
    return answer && 'kind' in answer ? answer.kind : UNKNOWN_KIND;
  }

  async picture(bytes: Uint8Array): Promise<Picture | undefined> {
    const answer = await this.#ask({ ask: 'picture', bytes });
    return answer && 'picture' in answer ? answer.picture : undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#end();
    await this.#last;
  }

  /** Queues a question. @returns undefined if it timed out */
  #ask(question: Question): Promise<Answer | undefined> {
    const answer = this.#last.then(() => (this.#isClosed ? undefined : this.#answerOf(question)));
    this.#last = answer;
    return answer;
  }

  async #answerOf(question: Question): Promise<Answer | undefined> {
    clearTimeout(this.#idle);
    const child = (this.#process ??= begin());
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
    const late = setTimeout(resolve, this.#timeoutMs, undefined);
    this.#giveUp = () => resolve(undefined);
    child
      .once('message', resolve as (message: unknown) => void)
      .once('exit', this.#giveUp)
      .once('error', this.#giveUp);
    child.send(question, error => {
      if (error) this.#giveUp();
    });
    const answer = await promise;
    clearTimeout(late);
    child.removeAllListeners();
    // The process may still answer the question that timed out.
    if (answer === undefined) this.#end();
    this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
    return answer;
  }

  #end(): void {
    clearTimeout(this.#idle);
    this.#giveUp();
    this.#process
      ?.removeAllListeners()
      .on('error', () => undefined)
      .kill('SIGKILL');
    this.#process = undefined;
  }
}

/**
 * Starts the process without this one's environment, which has the secret, and without its
 * arguments.
 */
function begin(): ChildProcess {
  const child = fork(new URL('inspecting.ts', import.meta.url), {
    env: {},
    execArgv: ['--max-old-space-size=128'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  // Lower priority than the server's.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return child;
}
