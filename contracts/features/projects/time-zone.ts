import * as z from 'zod';
import { isTimeZone } from '../../core/zone.ts';

/** Default zone of a project. */
export const DEFAULT_TIME_ZONE = 'Europe/Istanbul';
const MAX_NAME = 64;

/** A name in the IANA time zone database. */
export const TimeZone = z.string().max(MAX_NAME).refine(isTimeZone, 'time-zone-unknown');
