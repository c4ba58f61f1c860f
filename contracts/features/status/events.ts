import * as z from 'zod';
import { event } from '../../core/event.ts';
import { nameOfOurs } from '../../core/marks.ts';

/** A view by its name in the code. */
const View = nameOfOurs(z.string());
const ofInstallation = {
  view: 'about the installation, which has no key; a name from the code, looked up before anything is written',
};

/**
 * Stream `operations`. Operator requests to the running processes. Every process executes them
 * once; a replay does not repeat them.
 */
export const viewRetryAsked = event('view-retry-asked', {
  version: 1,
  shape: { view: View },
  open: ofInstallation,
});
export const viewRebuildAsked = event('view-rebuild-asked', {
  version: 1,
  shape: { view: View },
  open: ofInstallation,
});
