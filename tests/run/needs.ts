import { accessSync, constants } from 'node:fs';

/** A dependency outside the repository; `missing` is the reason why it is absent. */
export interface Need {
  readonly name: string;
  readonly missing: string | undefined;
}

declare module 'vitest' {
  interface TaskMeta {
    need?: Need;
  }
}

/**
 * Options of a `describe` with a need: without it the tests are skipped, and the run reports the
 * reason.
 */
export const needs = (need: Need): { skip: boolean; meta: { need: Need } } => ({
  skip: need.missing !== undefined,
  meta: { need },
});

const browserPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const shellPath = '/usr/bin/chromium-headless-shell';

const whyNotExecutable = (path: string): string | undefined => {
  try {
    accessSync(path, constants.X_OK);
    return undefined;
  } catch {
    return `no program at ${path} (CHROMIUM_PATH names another place)`;
  }
};

/**
 * A Chromium of this machine. Its headless shell, if there is one, does the journeys: it takes a
 * quarter less processor time, but loads a page as if a pointer were over it already.
 */
export const chromium = {
  name: 'chromium',
  path: browserPath,
  shell:
    process.env.CHROMIUM_PATH === undefined && whyNotExecutable(shellPath) === undefined
      ? shellPath
      : browserPath,
  missing: whyNotExecutable(browserPath),
} satisfies Need & { path: string; shell: string };
