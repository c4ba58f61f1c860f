import { accessSync, constants } from 'node:fs';

/** Something from outside the repository; `missing` is why it is not there. */
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
 * Options of a `describe` whose tests need something: without it they are skipped, and the run says
 * why.
 */
export const needs = (need: Need): { skip: boolean; meta: { need: Need } } => ({
  skip: need.missing !== undefined,
  meta: { need },
});

const browserPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

const whyNotExecutable = (path: string): string | undefined => {
  try {
    accessSync(path, constants.X_OK);
    return undefined;
  } catch {
    return `no program at ${path} (CHROMIUM_PATH names another place)`;
  }
};

/** A Chromium of this machine. */
export const chromium = {
  name: 'chromium',
  path: browserPath,
  missing: whyNotExecutable(browserPath),
} satisfies Need & { path: string };
