import { describe, expect, it } from 'vitest';
import { busy, countingTurns } from '../testing/turns.ts';
import { readLarge } from './large-document.ts';
import { claiming, type Claimant } from './memory.ts';

/** Longer than a slice. */
const LONG_MS = 6;

describe('large documents', () => {
  it('that are asked for at one moment are read and used in a turn each', async () => {
    const turns: number[] = [];
    await countingTurns(turn =>
      Promise.all(
        Array.from({ length: 10 }, async () => {
          await readLarge(1, () => {
            turns.push(turn());
            busy(LONG_MS);
          });
          turns.push(turn());
          busy(LONG_MS);
        }),
      ),
    );
    expect([turns.length, new Set(turns).size]).toEqual([20, 20]);
  });

  it('that would find no room are refused before they are read, also after a wait', async () => {
    const read: string[] = [];
    const refusingAt = (refused: number): Claimant => {
      let asked = 0;
      return {
        claim: () => undefined,
        keep: () => undefined,
        claimJson: () => undefined,
        foreseeJson: () => {
          if (++asked === refused) throw new Error(`no room at ${asked}`);
        },
        held: 0,
        returnTo: () => undefined,
        written: () => undefined,
      };
    };
    const asked = (name: string, refused: number): Promise<unknown> =>
      claiming(refusingAt(refused), () => readLarge(1, () => read.push(name)));
    await expect(asked('at once', 1)).rejects.toThrow('no room at 1');
    busy(LONG_MS);
    await expect(asked('after a wait', 2)).rejects.toThrow('no room at 2');
    await asked('fitting', Infinity);
    expect(read).toEqual(['fitting']);
  });
});
