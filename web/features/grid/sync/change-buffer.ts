import type { Changes } from '@hzm/contracts/core/realtime';

/** Messages received within this time are delivered together, in milliseconds. */
export const FRAME_MS = 16;

export interface ChangeBuffer {
  readonly push: (message: Changes) => void;
  /** Drops what is buffered. */
  readonly clear: () => void;
}

/** Collects messages and delivers those of one frame at once, in order. */
export function createChangeBuffer(deliver: (messages: readonly Changes[]) => void): ChangeBuffer {
  let buffered: Changes[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    const messages = buffered;
    [buffered, timer] = [[], undefined];
    deliver(messages);
  };
  return {
    push: message => {
      buffered.push(message);
      timer ??= setTimeout(flush, FRAME_MS);
    },
    clear: () => {
      clearTimeout(timer);
      [buffered, timer] = [[], undefined];
    },
  };
}
