import { readFileSync } from 'node:fs';
import type { Outcome, PassedFile } from './outcome.ts';

/**
 * Groups whose tests need nothing from outside, or skip themselves: what passed in them passes
 * wherever they run.
 */
const groups = ['server', 'server on eventstoredb', 'web', 'chaos'];

/**
 * What a run before has passed of those groups. @param path of its outcome; absent: there was none
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
 * Whether a test has passed in the run that TEST_AFTER names. @param name with the names of its
 * suites
 */
export const isOver = (project: string, file: string, name: string): boolean =>
  names.get(keyOf(project, file))?.has(name) === true;
