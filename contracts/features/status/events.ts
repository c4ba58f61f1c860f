import * as z from 'zod';
import { event } from '../../core/event.ts';
import { nameOfOurs } from '../../core/marks.ts';

/** A view, as the code names it. */
const View = nameOfOurs(z.string());
const ofInstallation = { view: 'about the installation, which has no key; a name from the code, looked up before anything is written' };

/** Stream `operations`: what administrators ask of the running processes. Every process hears it as it happens; nothing of it is done again on a replay. */
export const viewRetryAsked = event('view-retry-asked', { version: 1, shape: { view: View }, open: ofInstallation });
export const viewRebuildAsked = event('view-rebuild-asked', { version: 1, shape: { view: View }, open: ofInstallation });
