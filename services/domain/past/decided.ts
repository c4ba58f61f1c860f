import type { Position } from '@hzm/contracts/core/position';
import type { StreamCommand } from '@hzm/services/core/commands/command-executor';
import type { Caller, Context, Engine } from '@hzm/services/core/engine';
import { Gate } from '@hzm/services/core/limits/gate';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { withReadModelAsOf } from './point-in-time.ts';

/** Guarded commands: one of an account at a time, so that its others stand before nobody else's. */
const GUARDED = new Gate({
  together: 100,
  each: 1,
  waiting: 2_000,
  waitingEach: 100,
  timeoutMs: 10_000,
});

/** Rejects what a caller, as they are by now, may not do by what is readable. */
export type Judge = (caller: Caller) => Promise<unknown>;

/** Returns the caller as they are by now. @throws the refusal, if their right has ended */
export const callerNow = async ({
  caller,
  authorizedStill,
}: Pick<Context, 'caller' | 'authorizedStill'>): Promise<Caller> =>
  (await authorizedStill?.()) ?? caller;

/**
 * Judges a caller now, and again where their request has waited: a key may have fewer permissions by
 * then. @throws errors of `judge`
 */
export async function judgedAgain(
  context: Pick<Context, 'caller' | 'request' | 'authorizedStill'>,
  judge: Judge,
): Promise<void> {
  await judge(context.caller);
  context.request.right?.also(async () => judge(await callerNow(context)));
}

/**
 * Runs a command that changes secrets or access. Its `allowed` asks before an append whether the
 * caller's right stands by what the log says now, because it may end while the command waits.
 * @param judge asked before the command waits, and again with the right
 * @throws Problem NOT_READY when it waits too long; errors of `judge`
 */
export async function guarded<T>(
  context: Context,
  command: (allowed: () => Promise<void>) => Promise<T>,
  judge?: Judge,
): Promise<T> {
  const { engine, caller, source } = context;
  await judge?.(caller);
  return GUARDED.run(source, () =>
    command(async () => {
      await waitForHead(engine);
      const now = await callerNow(context);
      await judge?.(now);
    }),
  );
}

/**
 * Executes a decision about a project, waits until it can be read, and returns the engine to answer
 * from: for a repeated request, as it was then.
 */
export async function decided<State>(
  context: Context,
  projectId: string,
  command: Omit<StreamCommand<State>, 'about'>,
): Promise<{ readonly position: Position | undefined; readonly seen: Engine }> {
  const { engine, request } = context;
  const { position, repeated } = await engine.executor.execute(request, {
    ...command,
    about: { projectId },
  });
  await engine.projector.waitForPosition(position);
  const { stream } = command;
  return { position, seen: await withReadModelAsOf(context, { projectId, stream }, repeated) };
}
