import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/widgets/api';
import {
  MAX_PERSONAL_LINKS,
  type PersonalLink,
} from '@hzm/contracts/features/widgets/personal-link';
import type { ProjectDoc } from '@hzm/projections/features/projects/projects';
import {
  personalLinkDocs,
  type PersonalLinkDoc,
} from '@hzm/projections/features/widgets/personal-links';
import type { WidgetDoc } from '@hzm/projections/features/widgets/widgets';
import type { Decision } from '@hzm/services/core/commands/decider';
import { handle, type Context, type Engine, type Result } from '@hzm/services/core/engine';
import { pages } from '@hzm/services/core/read-model/pages';
import { actorsOf } from '../../../access/actors.ts';
import { projectDoc } from '../../../access/project.ts';
import { fieldsOf, tableDoc } from '../../../access/table.ts';
import { guarded } from '../../../past/decided.ts';
import { rowDoc } from '../../rows/snapshot.ts';
import { nameOf } from '../../tables/through-rows.ts';
import { shownTable } from '../data.ts';
import { widgetDoc } from '../view.ts';
import { linkStream, linkToken, opened, usedLink } from './linked-row.ts';
import {
  addLink,
  isOfOwner,
  personalLink,
  removeLink,
  renewLink,
  type LinkState,
} from './personal-link.ts';

const DAY_MS = 86_400_000;
const LINKS_READ = 100;

/** @throws Problem CONFLICT for a widget that is no form, or cannot be shown */
async function formTable(engine: Engine, doc: WidgetDoc): Promise<string> {
  const { settings, table } = await shownTable(engine, doc);
  if (settings.type !== 'form') throw new Problem('CONFLICT', { text: 'widget-no-form' });
  return table.id;
}

const ofWidget = (widgetId: string) =>
  ({
    collection: personalLinkDocs,
    where: [{ path: 'widgetId', op: 'eq', value: widgetId }],
  }) as const;

/**
 * Refuses another link of a widget that has as many as there may be.
 * @throws Problem CONFLICT
 */
async function checkBound(
  { model }: Pick<Engine, 'model'>,
  widgetId: string,
  linkId: string,
): Promise<void> {
  const { total = 0 } = await model.find({ ...ofWidget(widgetId), limit: 0, count: true });
  if (total >= MAX_PERSONAL_LINKS && !(await model.get(personalLinkDocs, linkId)))
    throw new Problem('CONFLICT', {
      text: { key: 'personal-link-limit', values: { limit: MAX_PERSONAL_LINKS } },
    });
}

/** Returns what shows links of a project on the wire. */
function showing(
  engine: Engine,
  project: ProjectDoc,
): (doc: Omit<PersonalLinkDoc, 'projectId'>) => Promise<PersonalLink> {
  const [actor, now] = [actorsOf(engine), engine.now().getTime()];
  const named = async (id: string) => ({ id, name: (await actor(id)).name });
  return async ({ id, tableId, rowId, by, renewedBy, createdAt, expiresAt, ...link }) => {
    const row = await rowDoc(engine, tableId, rowId);
    const isOver = Date.parse(expiresAt) <= now;
    return {
      id,
      rowId,
      row: row ? nameOf(fieldsOf(await tableDoc(engine, tableId)), row) : '',
      state: !row ? 'gone' : !isOfOwner(link, project) ? 'off' : isOver ? 'expired' : 'open',
      by: await named(by),
      renewedBy: renewedBy === undefined ? null : await named(renewedBy),
      createdAt,
      expiresAt,
    };
  };
}

/** Returns the token of an event that creates or renews a link. */
async function newToken(
  { engine, request }: Context,
  { projectId }: WidgetDoc,
  days: number,
): Promise<{ ownerId: string; tokenId: string; expiresAt: string }> {
  const { ownerId } = await projectDoc(engine, projectId);
  const tokenId = (await engine.executor.ids(request))(`project:${projectId}`, 'link token');
  return {
    ownerId,
    tokenId,
    expiresAt: new Date(engine.now().getTime() + days * DAY_MS).toISOString(),
  };
}

type Made = Result<{ link: PersonalLink; url: string }>;

/** Creates or renews a link, and answers it with its address. */
async function made(
  context: Context,
  { id: widgetId, projectId }: WidgetDoc,
  linkId: string,
  { decide, allowed }: { decide: (s: LinkState) => Decision; allowed: () => Promise<void> },
): Promise<Made> {
  const { engine, request } = context;
  const { state, position } = await engine.executor.execute(request, {
    stream: linkStream(linkId),
    about: { projectId },
    decider: personalLink,
    decide,
    allowed,
  });
  await engine.projector.waitForPosition(position);
  const doc = await engine.model.get(personalLinkDocs, linkId);
  if (!state || !doc) throw new Problem('NOT_FOUND');
  const project = await projectDoc(engine, projectId);
  const token = linkToken(engine.vault, linkId, state.tokenId);
  return {
    data: {
      link: await showing(engine, project)(doc),
      url: `/api/v1/widgets/${widgetId}/embed?format=iframe#link=${token}`,
    },
    position,
  };
}

export const linkHandlers = [
  handle(api.listPersonalLinks, ({ engine, source, pause }, { params: { widgetId } }) =>
    engine.lists.run(source, async () => {
      const { projectId } = await widgetDoc(engine, widgetId);
      const show = showing(engine, await projectDoc(engine, projectId));
      const links: PersonalLink[] = [];
      for await (const docs of pages(engine.model, {
        ...ofWidget(widgetId),
        sort: { by: 'created', descending: true },
        limit: LINKS_READ,
      }))
        for (const doc of docs) {
          await pause();
          links.push(await show(doc));
        }
      return { data: { links } };
    }),
  ),

  handle(api.addPersonalLink, async (context, { params: { widgetId }, body: { rowId, days } }) => {
    const { engine, request } = context;
    const doc = await widgetDoc(engine, widgetId);
    const { projectId, name } = doc;
    const tableId = await formTable(engine, doc);
    const linkId = (await engine.executor.ids(request))(`project:${projectId}`, 'personal link');
    if (!(await rowDoc(engine, tableId, rowId))) throw new Problem('NOT_FOUND');
    const of = { projectId, widgetId, name, linkId, tableId, rowId };
    const make = async (allowed: () => Promise<void>): Promise<Made> => {
      await checkBound(engine, widgetId, linkId);
      const decide = addLink({ ...of, ...(await newToken(context, doc, days)) });
      return made(context, doc, linkId, { decide, allowed });
    };
    // One at a time, each when the one before is in the view, so that none is missed in the count.
    return guarded(context, allowed =>
      engine.executor.queue.run([`personal-links-of-${widgetId}`], () => make(allowed), request),
    );
  }),

  handle(
    api.renewPersonalLink,
    async (context, { params: { widgetId, linkId }, body: { days } }) => {
      const doc = await widgetDoc(context.engine, widgetId);
      await formTable(context.engine, doc);
      const decide = renewLink(widgetId, await newToken(context, doc, days));
      return guarded(context, allowed => made(context, doc, linkId, { decide, allowed }));
    },
  ),

  handle(api.removePersonalLink, async ({ engine, request }, { params: { widgetId, linkId } }) => {
    const { projectId } = await widgetDoc(engine, widgetId);
    const { position } = await engine.executor.execute(request, {
      stream: linkStream(linkId),
      about: { projectId },
      decider: personalLink,
      decide: removeLink(widgetId),
    });
    return { data: {}, position };
  }),

  handle(api.openPersonalLink, (context, { params: { widgetId }, body: { token } }) =>
    opened(context, widgetId, token),
  ),

  handle(api.usePersonalLink, (context, { params: { widgetId }, body }) =>
    usedLink(context, widgetId, body),
  ),
];
