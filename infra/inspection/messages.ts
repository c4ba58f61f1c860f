import type { Picture } from '@hzm/services/core/ports/file-inspector';

/** Messages between the server and the process that inspects files. */
export type Question = { readonly ask: 'kind' | 'picture'; readonly bytes: Uint8Array };
export type Answer = { readonly kind: string } | { readonly picture: Picture | undefined };
