import type { Outcome } from './outcome.ts';

/** Bounds the failed files of a run that are retried. */
const MAX_FILES = 5;

/**
 * Retries few failed files once, each alone, where a timeout caused by a busy machine does not
 * recur. A file that passes then is named and counts as passed. @param run runs vitest with
 * arguments @returns the outcome of both
 */
export async function again(
  first: Outcome,
  run: (...which: string[]) => Promise<Outcome>,
): Promise<Outcome> {
  let { passed, failed } = first;
  const passedIn = [...first.passedIn];
  if (first.failedIn === undefined || first.failedIn.length > MAX_FILES) return first;
  for (const one of first.failedIn) {
    console.log(`again, alone: ${one.file} (${one.project})`);
    const second = await run('--project', one.project, one.file);
    if (second.failed > 0 || second.passed < one.passed + one.names.length) continue;
    console.log(
      `failed with the others, passed alone: ${one.file} (${one.project})${one.names.map(name => `\n  ${name}`).join('')}`,
    );
    passed += second.passed - one.passed;
    failed -= one.failed;
    passedIn.push(...second.passedIn);
  }
  return { ...first, passed, failed, passedIn };
}
