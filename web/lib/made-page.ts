import type { ResourceLanguage } from 'i18next';
import { readersLanguage } from './language.ts';

/** A page whose content was made by the build (pages.tsx), as the server sent it. */
export interface MadePage {
  readonly path: string;
  /** The texts it was made with, by namespace. */
  readonly texts: ResourceLanguage;
}

/**
 * The page that stands here already; undefined where there is none, or one for another address or
 * language than the reader's.
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
