import type { DamagedEvent, Event } from '@hzm/contracts/core/event';
import type { HistoryEntry } from '@hzm/contracts/features/history/history';
import type { Context } from '@hzm/services/core/engine';
import type { AccountDoc } from '../accounts/view.ts';
import { chronicleOf } from './chronicle.ts';
import { tell } from './tell.ts';

/** Events of one project in the caller's language, with the names of who did it. */
export async function told({ engine, language }: Context, projectId: string, events: readonly (Event | DamagedEvent)[]): Promise<HistoryEntry[]> {
  const actors = [...new Set(events.flatMap(({ meta }) => meta.actor ?? []))];
  const names = new Map(await Promise.all(actors.map(async id => [id, (await engine.model.get<AccountDoc>('accounts', id))?.name] as const)));
  const teller = { language, chronicle: await chronicleOf(engine, projectId), nameOf: (id: string) => names.get(id) };
  // One that does not say when it happened happened after the one before it.
  let at = new Date(0).toISOString();
  return events.map(event => {
    at = event.meta.at ?? at;
    return tell(teller, event, at);
  });
}
