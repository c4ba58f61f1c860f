import type { Language } from '@hzm/contracts/core/language';
import type { EmbedSize, EmbedTheme } from '@hzm/contracts/features/widgets/embed';

export interface EmbedLook {
  readonly theme: EmbedTheme;
  readonly size: EmbedSize;
  readonly lang: Language;
}

/** Height of an embedded widget, in pixels. */
export const EMBED_HEIGHT = 400;

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Returns the public address of a widget. */
export function embedAddress(
  origin: string,
  widgetId: string,
  format: 'iframe' | 'html' | 'json',
  look: EmbedLook,
): string {
  const query = format === 'json' ? { format } : { format, ...look };
  return `${origin}/api/v1/widgets/embed/${widgetId}?${new URLSearchParams(query).toString()}`;
}

/** Returns the markup that shows a widget in another page; only an `iframe` follows changes. */
export function embedCode(
  origin: string,
  { id, name }: { readonly id: string; readonly name: string },
  format: 'iframe' | 'html',
  look: EmbedLook,
): string {
  const address = escaped(embedAddress(origin, id, format, look));
  const still = format === 'html' ? ' sandbox' : '';
  return `<iframe src="${address}" title="${escaped(name)}" width="100%" height="${EMBED_HEIGHT}" style="border:0" loading="lazy"${still}></iframe>`;
}
