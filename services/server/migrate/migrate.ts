import type { KeyVault } from '@hzm/services/core/ports/key-vault';
import { copyLog, type Compared } from './copy-log.ts';
import { openPlace, secretFor, takeSecret } from './places.ts';

export interface Move {
  /** A data directory, or `esdb://…`. */
  readonly from: string;
  readonly to: string;
  /** `mongodb://…` where the keys are, or go, instead of the directory. */
  readonly fromKeys?: string | undefined;
  readonly toKeys?: string | undefined;
}

/** Every key, and that a key was destroyed. Harmless when repeated. */
async function copyKeys(source: KeyVault, target: KeyVault): Promise<number> {
  let count = 0;
  for await (const { scope, key } of source.entries()) {
    await target.adopt(scope, key);
    count++;
  }
  return count;
}

/** Moves everything that is kept; what was interrupted is gone on with. @param say hears of the progress. @throws Error in words for who runs it */
export async function migrate({ from, to, fromKeys, toKeys }: Move, say: (text: string) => void): Promise<Compared & { readonly keys: number }> {
  await using held = new AsyncDisposableStack();
  const secret = secretFor(from);
  const source = await openPlace(from, fromKeys, secret, held);
  const target = await openPlace(to, toKeys, secret, held);
  // Before the log: nothing there must ever be without its key.
  const keys = source.vault && target.vault ? await copyKeys(source.vault, target.vault) : 0;
  const [began, head] = [performance.now(), Number(await source.log.head())];
  let first: number | undefined;
  const compared = await copyLog(source.log, target.log, position => {
    const now = Number(position);
    first ??= now;
    const seconds = now > first ? ((head - now) / (now - first)) * ((performance.now() - began) / 1000) : undefined;
    say(`${Math.floor((now / head) * 100)} %${seconds === undefined ? '' : `, about ${Math.ceil(seconds)} s left`}`);
  });
  takeSecret(to, secret);
  return { ...compared, keys };
}
