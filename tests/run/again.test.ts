import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { again } from './again.ts';
import type { Outcome } from './outcome.ts';

const outcome = (passed: number, failed: number, failedIn: Outcome['failedIn'] = []): Outcome => ({
  passed,
  failed,
  failedIn,
  passedIn: [],
  skipped: [],
});
const file = {
  project: 'browser',
  file: 'tests/e2e/rows.test.ts',
  passed: 4,
  failed: 1,
  names: ['a row'],
};

beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue();
});
afterEach(() => vi.restoreAllMocks());

describe('a failed file', () => {
  it('counts as passed when it passes alone', async () => {
    const whole = {
      project: 'browser',
      file: file.file,
      names: ['a row', 'another'],
      isWhole: true,
    };
    const before = {
      project: 'server',
      file: 'tests/other.test.ts',
      names: ['one'],
      isWhole: false,
    };
    const run = vi.fn<Parameters<typeof again>[1]>(() =>
      Promise.resolve({ ...outcome(5, 0), passedIn: [whole] }),
    );
    expect(await again({ ...outcome(100, 1, [file]), passedIn: [before] }, run)).toMatchObject({
      passed: 101,
      failed: 0,
      passedIn: [before, whole],
    });
    expect(run).toHaveBeenCalledExactlyOnceWith('--project', 'browser', file.file);
  });
  it('stays failed when it fails alone or is not run', async () => {
    expect(
      await again(outcome(100, 1, [file]), () => Promise.resolve(outcome(4, 1))),
    ).toMatchObject({ passed: 100, failed: 1 });
    expect(
      await again(outcome(100, 1, [file]), () => Promise.resolve(outcome(4, 0))),
    ).toMatchObject({ passed: 100, failed: 1 });
  });
  it('counts all tests of a file that could not start before', async () =>
    expect(
      await again(outcome(100, 1, [{ ...file, passed: 0, names: [] }]), () =>
        Promise.resolve(outcome(5, 0)),
      ),
    ).toMatchObject({ passed: 105, failed: 0 }));
  it('is not retried among many failures, or for an error outside of files', async () => {
    const run = vi.fn<Parameters<typeof again>[1]>(() => Promise.resolve(outcome(5, 0)));
    for (const first of [
      outcome(
        100,
        6,
        Array.from({ length: 6 }, () => file),
      ),
      { ...outcome(100, 1), failedIn: undefined },
    ])
      expect(await again(first, run)).toBe(first);
    expect(run).not.toHaveBeenCalled();
  });
});
