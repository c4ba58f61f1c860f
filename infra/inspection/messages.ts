import type { Picture } from '@hzm/services/core/ports/file-inspector';

/** What the process that looks at files is asked, and what it answers. */
export type Question = { readonly ask: 'kind' | 'picture'; readonly bytes: Uint8Array };
export type Answer = { readonly kind: string } | { readonly picture: Picture | undefined };
