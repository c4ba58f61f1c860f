import { readFileSync } from 'node:fs';
import type { Outcome, PassedFile } from './outcome.ts';

/**
 * Projects whose tests depend on nothing outside, or skip themselves, so that a pass holds for any
 * machine.
 */
const groups = ['server', 'server on eventstoredb', 'web', 'chaos'];

/**
 * Returns the files of those projects that passed in an earlier run. @param path of its outcome;
 * absent if there was none
 */
export function passedBefore(path: string | undefined): readonly PassedFile[] {
  if (path === undefined) return [];
  return (JSON.parse(readFileSync(path, 'utf8')) as Outcome).passedIn.filter(({ project }) =>
    groups.includes(project),
  );
}

const keyOf = (project: string, file: string): string => `${project} ${file}`;
const names = new Map(
  passedBefore(process.env['TEST_AFTER']).map(one => [
    keyOf(one.project, one.file),
    new Set(one.names),
  ]),
);

/**
 * Whether a test passed in the run named by TEST_AFTER. @param name with the names of its suites
 */
export const isOver = (project: string, file: string, name: string): boolean =>
  names.get(keyOf(project, file))?.has(name) === true;
