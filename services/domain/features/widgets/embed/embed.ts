import type { Position } from '@hzm/contracts/core/position';
import { Problem, problemStatus } from '@hzm/contracts/core/problem';
import type { EmbedQuery } from '@hzm/contracts/features/widgets/embed';
import { corsDocs } from '@hzm/projections/features/cors/cors';
import type { WidgetDoc } from '@hzm/projections/features/widgets/widgets';
import type { Context, Engine, PageAnswer, Result } from '@hzm/services/core/engine';
import { LRUCache } from 'lru-cache';
import { projectDoc } from '../../../access/project.ts';
import { corsOf } from '../../cors/handlers.ts';
import { checkOpen } from '../../custom-endpoints/call.ts';
import { contentOf, type Content } from '../data.ts';
import { widgetDoc } from '../view.ts';
import { contentHtml } from './content-html.ts';
import { pageOf } from './page.ts';
import { textIn } from './texts.ts';

/** Contents kept for viewers who ask because of one and the same change. */
const MAX_CONTENTS = 100;
/** Maximum characters of a content as JSON; a larger one is not shown to strangers. */
const MAX_CONTENT_LENGTH = 1024 * 1024;

interface Kept {
  /** The content includes every change up to here. */
  readonly position: Position;
  readonly content: Promise<Content>;
}
const contents = new WeakMap<Engine, LRUCache<string, Kept>>();

function keptBy(engine: Engine): LRUCache<string, Kept> {
  const kept = contents.get(engine) ?? new LRUCache<string, Kept>({ max: MAX_CONTENTS });
  contents.set(engine, kept);
  return kept;
}

async function read(context: Context, doc: WidgetDoc): Promise<Content> {
  const { engine, source } = context;
  const content = await engine.lists.run(source, () => contentOf(context, doc, false));
  if (JSON.stringify(content.rows).length > MAX_CONTENT_LENGTH)
    throw new Problem('PAYLOAD_TOO_LARGE', { text: 'answer-too-large-whole' });
  return content;
}

/**
 * Reads what strangers are shown. All viewers who name one change with `after` share one reading of
 * the rows, however many they are. @throws Problem
 */
async function sharedContent(
  context: Context,
  doc: WidgetDoc,
  after: string | undefined,
): Promise<Content> {
  const { engine } = context;
  const kept = keptBy(engine);
  const known = kept.get(doc.id);
  if (after !== undefined && known && known.position >= after) return known.content;
  const { position } = engine.projector;
  // Another process tells of changes that this one has not read yet.
  if (after !== undefined && position < after) throw new Problem('NOT_READY', { retryAfter: 1 });
  const content = read(context, doc);
  kept.set(doc.id, { position, content });
  content.catch(() => kept.delete(doc.id));
  return content;
}

/** Returns a widget that strangers may see. @throws Problem NOT_FOUND, API_ACCESS_DISABLED */
export async function openWidget(engine: Engine, widgetId: string): Promise<WidgetDoc> {
  const doc = await widgetDoc(engine, widgetId);
  await checkOpen(engine, doc.projectId);
  return doc;
}

/** Returns the origins that may frame a project's widgets: those that may use its keys. */
async function framedBy({ model }: Engine, projectId: string): Promise<readonly string[]> {
  const { allowedDomains, platformPatterns } = corsOf(await model.get(corsDocs, projectId));
  return [...allowedDomains, ...platformPatterns];
}

type Asked = EmbedQuery & { readonly after?: string | undefined };

async function shown(context: Context, widgetId: string, query: Asked): Promise<PageAnswer> {
  const { engine } = context;
  const language = query.lang ?? context.language;
  const doc = await openWidget(engine, widgetId);
  const content = await sharedContent(context, doc, query.after);
  const { id, name, type, description, settings } = doc;
  const frames = { framedBy: await framedBy(engine, doc.projectId) };
  if (query.format !== 'json') {
    const thanks = settings?.type === 'form' ? settings.thanks : '';
    const drawn = { id, name, content: await contentHtml(content, name, language), thanks };
    return { ...pageOf(drawn, query, language), ...frames };
  }
  const project = await projectDoc(engine, doc.projectId);
  const widget = { id, name, type, description, project: { id: project.id, name: project.name } };
  const columns = content.columns.map(column => ({ name: column.name, type: column.type ?? null }));
  const body = JSON.stringify({ success: true, data: { widget, columns, rows: content.rows } });
  return { type: 'application/json', body, style: '', script: '', ...frames };
}

/** Refusals that a page tells its reader in words. */
const TOLD: ReadonlySet<string> = new Set([
  'NOT_FOUND',
  'CONFLICT',
  'API_ACCESS_DISABLED',
  'ACCOUNT_DISABLED',
  'PAYLOAD_TOO_LARGE',
]);

/** Answers an embed. A widget that cannot be shown is a page that says so, with the status of the refusal. */
export async function embedded(
  context: Context,
  widgetId: string,
  query: Asked,
): Promise<Omit<Result<never>, 'data'>> {
  try {
    return { page: await shown(context, widgetId, query) };
  } catch (error) {
    if (!(error instanceof Problem) || query.format === 'json' || !TOLD.has(error.code))
      throw error;
    const language = query.lang ?? context.language;
    const gone = { id: '', name: textIn(language, 'gone'), content: '', thanks: '' };
    return {
      page: { ...pageOf(gone, query, language), framedBy: [] },
      status: problemStatus[error.code],
    };
  }
}
