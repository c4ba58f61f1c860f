import * as z from 'zod';
import { secret } from './marks.ts';

/**
 * The token of a link in a mail: the id of its subject, without dashes, and a secret of 32 bytes.
 */
export const LinkToken = secret(z.string().regex(/^[0-9a-f]{32}[\w-]{43}$/));
