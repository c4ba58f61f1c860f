import { isDamaged } from '@hzm/contracts/core/event';
import { laterOf, type Position } from '@hzm/contracts/core/position';
import { projectSettingsChanged } from '@hzm/contracts/features/projects/events';
import type { ProjectSettings } from '@hzm/contracts/features/projects/project';
import type { WebhookDoc } from '@hzm/projections/features/webhooks/webhooks';
import type { Engine } from '@hzm/services/core/engine';
import type { DeliveryState } from '@hzm/services/core/ports/deliveries';
import { entriesOf, equals, eventsAt, type IndexCondition } from '../../past/log-index.ts';

type Sources = Pick<Engine, 'model' | 'store' | 'codec' | 'deliveries'>;

/** Changes of settings that are read at once. */
const PAGE_SETTINGS = 20;
/** The name under which the store has the position of its own beginning. */
const BEGINNING = 'beginning';

/**
 * Notes where a new store begins: webhooks that were switched on before, by an earlier version or
 * with a store that was lost, begin there instead of sending everything again.
 */
export async function noteBeginning({
  deliveries: { store },
  projector,
}: Pick<Engine, 'deliveries' | 'projector'>): Promise<void> {
  if (await store.state(BEGINNING)) return;
  const fresh = { settingsAt: null, goAt: null, tries: 0, nextAt: null, isSlow: false };
  await store.save(BEGINNING, { ...fresh, cursor: projector.position });
}

/**
 * Returns the position of the event that last switched a webhook on, by the project's changes of
 * settings; undefined if it is off. @param since a position at which it was on; earlier changes are
 * not read, and it is returned if none switched the webhook off since
 */
async function switchedOn(
  engine: Sources,
  projectId: string,
  since: Position | null,
): Promise<Position | undefined> {
  let found: Position | undefined;
  const later: IndexCondition[] =
    since === null ? [] : [{ path: 'position', op: 'gt', value: since }];
  const wanted = [
    equals('projectId', projectId),
    equals('type', projectSettingsChanged.type),
    ...later,
  ];
  for (let before: IndexCondition[] = []; ;) {
    const entries = await entriesOf(engine, [...wanted, ...before], PAGE_SETTINGS, true);
    for await (const event of eventsAt(engine, entries.toReversed())) {
      const settings = event.data['settings'] as ProjectSettings | undefined;
      // An event that cannot be read says nothing; the one before it decides.
      if (isDamaged(event) || !settings) continue;
      if (!settings.enableWebhooks || settings.webhookUrl === '') return found;
      found = event.position;
    }
    const oldest = entries[0];
    if (entries.length < PAGE_SETTINGS || !oldest) return since ?? found;
    before = [{ path: 'position', op: 'lt', value: oldest.position }];
  }
}

/** Whether a state is older than what the webhook's document says. */
const isBehind = ({ settingsAt, go }: WebhookDoc, state: DeliveryState): boolean =>
  state.settingsAt !== settingsAt || state.goAt !== (go?.at ?? null);

/**
 * Returns how far a webhook is, after what people asked of it; undefined if it is off. One without a
 * checkpoint begins at its switch-on, or at the beginning of the store if that is later.
 */
export async function progressOf(
  engine: Sources,
  doc: WebhookDoc,
  state: DeliveryState | undefined,
): Promise<DeliveryState | undefined> {
  if (state && !isBehind(doc, state)) return state;
  const { settingsAt, go } = doc;
  const on = await switchedOn(engine, doc.id, state?.settingsAt ?? null);
  if (on === undefined) return undefined;
  const goAt = go?.at ?? null;
  const fresh = { settingsAt, goAt, tries: 0, nextAt: null, isSlow: false };
  // A switch-on ends earlier requests to go on.
  const asked = go !== null && go.at > on && go.at !== state?.goAt ? go : undefined;
  if (asked) return { ...fresh, cursor: asked.after ?? state?.cursor ?? asked.at };
  if (state?.settingsAt === undefined) {
    const beginning = await engine.deliveries.store.state(BEGINNING);
    return { ...fresh, cursor: laterOf(on, beginning?.cursor ?? on) };
  }
  const isNew = state.settingsAt === null || on > state.settingsAt;
  // The change may have mended the address, which is tried at once.
  return { ...fresh, cursor: isNew ? on : state.cursor, isSlow: state.isSlow };
}
