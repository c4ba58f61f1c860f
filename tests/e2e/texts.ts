import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@hzm/contracts/core/language';
import type { Page } from 'playwright';

/** Returns the texts, titles, labels and hints of a page, without code and values. */
export const saidIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const said = new Set([document.title]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement: element, data } = walker.currentNode as Text;
      if (
        element?.checkVisibility() &&
        !element.closest(
          'code, pre, kbd, bdi, math, svg, [lang]:not(html), [translate=no], [role=gridcell]',
        )
      )
        said.add(data.trim());
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      if (!element.closest('[aria-hidden=true]'))
        for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
          said.add(element.getAttribute(name)?.trim() ?? '');
    return [...said];
  });

type Texts = { readonly [key: string]: string | Texts };
const textsIn = (texts: Texts): string[] =>
  Object.values(texts).flatMap(text => (typeof text === 'string' ? [text] : textsIn(text)));
const textsOf = (language: Language): string[] =>
  globSync(join(import.meta.dirname, `../../web/locales/${language}/*.json`))
    .toSorted()
    .flatMap(file => textsIn(JSON.parse(readFileSync(file, 'utf8')) as Texts));

/** Texts that are the same in both languages: names, abbreviations and units. */
const english = new Set(textsOf('en'));
const shared: readonly RegExp[] = textsOf('tr')
  .filter(text => english.has(text) && /\p{L}/u.test(text.replaceAll(/\{\{.*?\}\}/g, '')))
  .map(
    text =>
      new RegExp(
        `^${text
          .split(/\{\{.*?\}\}/)
          .map(part => RegExp.escape(part))
          .join('.+')}$`,
      ),
  );

/** Words of a text that no language changes: addresses, ids, keys, products, units and signs. */
const NEUTRAL =
  /https?:\S+|\/[\w/:{}.-]+|\S+@\S+|\S*\*{4,}\S*|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\b(?:TR|EN|HZM|HzmChat|SQLite|API|JSON|GET|POST|PUT|PATCH|DELETE|curl|HTTP|MC|MR|mod|pH|log|id|[kMGT]B|created_at|updated_at|_version)\b/g;

/**
 * Returns the texts of a page that are the same in both languages although they have words: they
 * are no data of the test, and no text says that they are the same.
 */
export function untranslated(
  turkish: readonly string[],
  other: readonly string[],
  data: RegExp,
): string[] {
  const again = new Set(other);
  return turkish.filter(
    text =>
      again.has(text) &&
      !shared.some(same => same.test(text)) &&
      /\p{L}{2}/u.test(text.replaceAll(NEUTRAL, '').replaceAll(data, '')),
  );
}

/**
 * Does something while every text of the page is longer by 35 %, word by word, as other languages
 * are.
 */
export async function withLongerTexts(page: Page, work: () => Promise<void>): Promise<void> {
  const texts = await page.evaluateHandle(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const before: [Text, string][] = [];
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      if (!text.parentElement?.closest('code, pre, script, style, bdi, [role=gridcell]'))
        before.push([text, text.data]);
    }
    for (const [text, data] of before)
      text.data = data.replaceAll(
        /\p{L}{2,}/gu,
        word => word + word.slice(0, Math.ceil(word.length * 0.35)),
      );
    return before;
  });
  await work();
  await texts.evaluate(before => {
    for (const [text, data] of before) text.data = data;
  });
  await texts.dispose();
}
