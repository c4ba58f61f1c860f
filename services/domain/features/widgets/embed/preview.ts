import type { EmbedQuery } from '@hzm/contracts/features/widgets/embed';
import type { WidgetSettings } from '@hzm/contracts/features/widgets/settings';
import type { Context } from '@hzm/services/core/engine';
import { contentOf, shownTable } from '../data.ts';
import { contentHtml } from './content-html.ts';
import { pageOf } from './page.ts';

interface Unsaved extends Omit<EmbedQuery, 'format'> {
  readonly name: string;
  readonly settings: WidgetSettings;
}

/** Draws settings that are not saved as strangers would be shown them. @throws Problem */
export async function previewed(
  context: Context,
  projectId: string,
  { name, settings, ...look }: Unsaved,
): Promise<string> {
  const { engine, source } = context;
  const language = look.lang ?? context.language;
  const content = await contentOf(
    context,
    await shownTable(engine, { projectId, settings }),
    false,
  );
  const drawn = await engine.lists.run(source, () => contentHtml(content, name, language));
  const shown = { id: '', name, content: drawn, thanks: '', isForm: false };
  return pageOf(shown, { ...look, format: 'html' }, language).body;
}
