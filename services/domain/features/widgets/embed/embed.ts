import type { Language } from '@hzm/contracts/core/language';
import type { Position } from '@hzm/contracts/core/position';
import { Problem, problemStatus } from '@hzm/contracts/core/problem';
import type { EmbedQuery } from '@hzm/contracts/features/widgets/embed';
import { corsDocs } from '@hzm/projections/features/cors/cors';
import type { WidgetDoc } from '@hzm/projections/features/widgets/widgets';
import type { Context, Engine, PageAnswer } from '@hzm/services/core/engine';
import { LRUCache } from 'lru-cache';
import { projectDoc } from '../../../access/project.ts';
import { corsOf } from '../../cors/handlers.ts';
import { checkOpen } from '../../custom-endpoints/call.ts';
import { contentOf, shownTable, type Content, type ShownTable } from '../data.ts';
import { widgetDoc } from '../view.ts';
import { contentHtml } from './content-html.ts';
import { pageOf } from './page.ts';
import { textIn } from './texts.ts';

/** Contents kept for viewers who ask because of one and the same change. */
const MAX_CONTENTS = 100;
/** Maximum age of a content that is answered, in milliseconds. */
const KEPT_MS = 1_000;

interface Kept {
  /** The position of the widget itself, whose settings the content follows. */
  readonly version: Position;
  /** The content includes every change up to here. */
  readonly position: Position;
  readonly content: Promise<Content>;
  /** The content as HTML, in the languages in which viewers have asked. */
  readonly drawn: Map<Language, Promise<string>>;
  /** Whether it is too long to be shown, which would cost as much to find out again. */
  isTooLong: boolean;
}
const contents = new WeakMap<Engine, LRUCache<string, Kept>>();

function keptBy(engine: Engine): LRUCache<string, Kept> {
  const kept =
    contents.get(engine) ?? new LRUCache<string, Kept>({ max: MAX_CONTENTS, ttlAutopurge: true });
  contents.set(engine, kept);
  return kept;
}

/** Forgets work that failed, unless it would fail again. */
function forgetFailed(kept: Kept, work: Promise<unknown>, forget: () => void): void {
  work.catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'PAYLOAD_TOO_LARGE') kept.isTooLong = true;
    else forget();
  });
}

/**
 * Reads what strangers are shown. All viewers who name one change with `after` share one reading of
 * the rows, however many they are, and so do those who come while nothing has changed.
 * @param position that of the read model before it was asked for the widget
 * @throws Problem
 */
function sharedContent(
  context: Context,
  doc: WidgetDoc,
  of: ShownTable,
  position: Position,
  after: string | undefined,
): Kept {
  const all = keptBy(context.engine);
  const known = all.get(doc.id);
  const isNew = known && (known.position >= (after ?? position) || (!after && known.isTooLong));
  if (isNew && known.version === doc.position) return known;
  // Another process tells of changes that this one has not read yet.
  if (after !== undefined && position < after) throw new Problem('NOT_READY', { retryAfter: 1 });
  const content = contentOf(context, of, false);
  const { position: version } = doc;
  const kept: Kept = { version, position, content, drawn: new Map(), isTooLong: false };
  all.set(doc.id, kept);
  const isKept = (): boolean => all.get(doc.id) === kept;
  forgetFailed(kept, content, () => isKept() && all.delete(doc.id));
  const age = (): unknown => isKept() && all.set(doc.id, kept, { ttl: KEPT_MS });
  content.then(age, age);
  return kept;
}

/** Draws a content once for all viewers of a language; theme and size are of the page around it. */
function drawnContent(
  { engine, source }: Context,
  kept: Kept,
  name: string,
  language: Language,
): Promise<string> {
  const known = kept.drawn.get(language);
  if (known) return known;
  const drawn = kept.content.then(content =>
    engine.lists.run(source, () => contentHtml(content, name, language)),
  );
  kept.drawn.set(language, drawn);
  forgetFailed(kept, drawn, () => kept.drawn.delete(language));
  return drawn;
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
  // Before the widget is read: what changes from here on may not be in the content.
  const { position } = engine.projector;
  const doc = await openWidget(engine, widgetId);
  const of = await shownTable(engine, doc);
  const kept = sharedContent(context, doc, of, position, query.after);
  const { id, name, type, description } = doc;
  const frames = { framedBy: await framedBy(engine, doc.projectId) };
  if (query.format !== 'json') {
    const { settings } = of;
    const isForm = settings.type === 'form';
    const thanks = isForm ? settings.thanks : '';
    const content = await drawnContent(context, kept, name, language);
    return { ...pageOf({ id, name, content, thanks, isForm }, query, language), ...frames };
  }
  const { columns: shownColumns, rows } = await kept.content;
  const project = await projectDoc(engine, doc.projectId);
  const widget = { id, name, type, description, project: { id: project.id, name: project.name } };
  const columns = shownColumns.map(column => ({ name: column.name, type: column.type ?? null }));
  const body = JSON.stringify({ success: true, data: { widget, columns, rows } });
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
): Promise<{ readonly page: PageAnswer; readonly status?: number }> {
  try {
    return { page: await shown(context, widgetId, query) };
  } catch (error) {
    if (!(error instanceof Problem) || query.format === 'json' || !TOLD.has(error.code))
      throw error;
    const language = query.lang ?? context.language;
    const gone = { id: '', name: textIn(language, 'gone'), content: '', thanks: '', isForm: false };
    return {
      page: { ...pageOf(gone, query, language), framedBy: [] },
      status: problemStatus[error.code],
    };
  }
}
