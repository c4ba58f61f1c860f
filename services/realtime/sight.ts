import type { Changes, WireChange } from '@hzm/contracts/core/realtime';
import type { Caller } from '@hzm/services/core/engine';
import { withoutSecrets } from './publications/projects.ts';

/** How much of a topic a watcher is shown: `whole`, `plain` without secrets, `public` without people. */
export type Sight = 'whole' | 'plain' | 'public';

/** @param isStranger may only read what anybody may */
export const sightOf = ({ key }: Caller, isStranger: boolean): Sight => (isStranger ? 'public' : key?.scope === 'project' ? 'plain' : 'whole');

/** Those who are shown the same sit together. */
export const roomOf = (topic: string, sight: Sight): string => (sight === 'whole' ? topic : `${topic} ${sight}`);

/** Who changed what, and what they called the request, is not for strangers. */
const withoutPeople = (message: Changes): Changes => ({ ...message, changes: message.changes.map(ofNobody) });

function ofNobody(change: WireChange): WireChange {
  const { actor: _, requestId: __, ...rest } = change;
  return rest;
}

/** A message as it is shown. */
export const shown: Readonly<Record<Sight, (message: Changes) => Changes>> = { whole: message => message, plain: withoutSecrets, public: withoutPeople };

/** Rooms that see people, and are seen. */
export const peopled: readonly Sight[] = ['whole', 'plain'];
