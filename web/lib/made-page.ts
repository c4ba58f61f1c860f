import type { ResourceLanguage } from 'i18next';
import { readersLanguage } from './language.ts';

/** A prerendered page (pages.tsx), as the server sent it. */
export interface MadePage {
  readonly path: string;
  /** Its texts by namespace. */
  readonly texts: ResourceLanguage;
}

/**
 * Returns the prerendered page in the document; undefined if there is none for this address and
 * language.
 */
export function madePage(root: HTMLElement): MadePage | undefined {
  const path = root.dataset['page'];
  if (
    path === undefined ||
    path !== location.pathname + location.search ||
    document.documentElement.lang !== readersLanguage()
  )
    return undefined;
  return {
    path,
    texts: JSON.parse(document.getElementById('texts')!.textContent) as ResourceLanguage,
  };
}
