import { readFileSync } from 'node:fs';
import type { Outcome, PassedFile } from './outcome.ts';

/** Groups whose tests need nothing from outside, or skip themselves: what passed in them passes wherever they run. */
const groups = ['server', 'web'];

/** What an outcome says has passed, of those groups. @param path of the outcome's file; absent: nothing has */
export function passedBefore(path: string | undefined): readonly PassedFile[] {
  if (path === undefined) return [];
  return (JSON.parse(readFileSync(path, 'utf8')) as Outcome).passedIn.filter(({ project }) => groups.includes(project));
}
