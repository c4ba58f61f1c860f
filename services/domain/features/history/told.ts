import type { Event } from '@hzm/contracts/core/event';
import type { HistoryEntry } from '@hzm/contracts/features/history/history';
import type { Context } from '@hzm/services/core/engine';
import type { AccountDoc } from '../accounts/view.ts';
import { chronicleOf } from './chronicle.ts';
import { tell } from './tell.ts';

/** Events of one project in the caller's language, with the names of who did it. */
export async function told({ engine, language }: Context, projectId: string, events: readonly Event[], rows?: number): Promise<HistoryEntry[]> {
  const actors = [...new Set(events.map(({ meta }) => meta.actor))];
  const names = new Map(await Promise.all(actors.map(async id => [id, (await engine.model.get<AccountDoc>('accounts', id))?.name] as const)));
  const teller = { language, chronicle: await chronicleOf(engine, projectId), nameOf: (id: string) => names.get(id) };
  return events.map(event => tell(teller, event, rows));
}
