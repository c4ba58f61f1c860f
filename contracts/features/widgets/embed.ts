import * as z from 'zod';
import { languages } from '../../core/language.ts';

/** `iframe` follows changes, `html` has no script, `json` is what both show. */
export const EmbedFormat = z.enum(['iframe', 'html', 'json']);
export const EmbedTheme = z.enum(['light', 'dark', 'colorful', 'business', 'ocean']);
export type EmbedTheme = z.output<typeof EmbedTheme>;
export const EmbedSize = z.enum(['small', 'medium', 'large']);
export type EmbedSize = z.output<typeof EmbedSize>;

/** The appearance of an embed. `lang` is that of the reader's browser unless given. */
export const EmbedQuery = z.strictObject({
  format: EmbedFormat.default('json'),
  theme: EmbedTheme.default('light'),
  size: EmbedSize.default('medium'),
  lang: z.enum(languages).optional(),
});
export type EmbedQuery = z.output<typeof EmbedQuery>;

/** Maximum characters of one widget's content as HTML. */
export const MAX_EMBED_LENGTH = 1024 * 1024;
/** Maximum answers to one form per minute and address. */
export const ANSWERS_PER_MINUTE = 6;
