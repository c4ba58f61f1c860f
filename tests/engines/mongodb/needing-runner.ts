import { describe } from 'vitest';
import { mongodb } from '../../run/engines.ts';
import { needs } from '../../run/needs.ts';
import TestRunner from '../../run/runner.ts';

/**
 * Runs files all of whose tests need a MongoDB: without one they are skipped, hooks and all, and
 * the run says why.
 */
export default class extends TestRunner {
  override importFile(path: string, source: 'collect' | 'setup'): unknown {
    const load = () => super.importFile(path, source);
    return source === 'collect' && mongodb.missing !== undefined
      ? describe('with its views in MongoDB', needs(mongodb), async () => void (await load()))
      : load();
  }
}
