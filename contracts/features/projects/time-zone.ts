import * as z from 'zod';
import { isTimeZone } from '../../core/moment.ts';

/** The zone of a project whose settings name none. */
export const DEFAULT_TIME_ZONE = 'Europe/Istanbul';
const MAX_NAME = 64;

/** A name of the IANA time zone database. */
export const TimeZone = z.string().max(MAX_NAME).refine(isTimeZone, 'time-zone-unknown');
