import { describe, expect, it } from 'vitest';
import { Queue } from './queue.ts';

describe('Queue', () => {
  it('runs the first task immediately and the others in order, despite failures', async () => {
    const done: string[] = [];
    const failed: unknown[] = [];
    const queue = new Queue(error => failed.push(error));
    const { promise, resolve } = Promise.withResolvers<void>();
    queue.add(async () => {
      done.push('a');
      await promise;
      done.push('b');
    });
    queue.add(() => {
      throw new Error('c');
    });
    const turn = queue.turn(() => {
      done.push('d');
      return 4;
    });
    const refused = queue.turn(() => {
      throw new Error('e');
    });
    expect(done).toEqual(['a']);
    resolve();
    expect(await turn).toBe(4);
    await expect(refused).rejects.toThrow('e');
    expect(done).toEqual(['a', 'b', 'd']);
    expect(failed).toEqual([new Error('c')]);
  });
});
