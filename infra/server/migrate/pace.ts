import type { Position } from '@hzm/contracts/core/position';
import type { Follow } from './copy-log.ts';

const EVERY_MS = 1000;

/**
 * Reports the share done and the time left at the average pace, at most once a second. @param now
 * milliseconds
 */
export function pace(
  head: Position,
  say: (text: string) => void,
  now: () => number = () => performance.now(),
): Follow {
  const end = Number(head);
  const began = now();
  let [first, said]: [number | undefined, number] = [undefined, began];
  return position => {
    const [at, time] = [Number(position), now()];
    // The pace is measured from the first page on, because a resumed copy starts in the middle.
    first ??= at;
    if (time - said < EVERY_MS || at === first) return;
    said = time;
    say(
      `${Math.floor((at / end) * 100)} %, about ${Math.ceil(((time - began) * (end - at)) / (at - first) / 1000)} s left`,
    );
  };
}

/**
 * Reports the number of events written, and the rate per second. @param copy resolves to their
 * number
 */
export async function timed(
  copy: () => Promise<number>,
  say: (text: string) => void,
  now: () => number = () => performance.now(),
): Promise<void> {
  const began = now();
  const events = await copy();
  if (events > 0)
    say(`${events} events written, ${Math.round((events * 1000) / (now() - began))} a second`);
}
