import * as z from 'zod';
import { secret } from './marks.ts';

/**
 * What stands in a link that somebody is sent: the id of what it is about, without dashes, and a
 * secret of 32 bytes.
 */
export const LinkToken = secret(z.string().regex(/^[0-9a-f]{32}[\w-]{43}$/));
