import type { Language } from '@hzm/contracts/core/language';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import { readCoordinates, writeCoordinates } from '../../../lib/values/coordinates-text.ts';
import { formatDuration, readDuration } from '../../../lib/values/duration-text.ts';
import type { Filter } from './filter.ts';

/* Durations and places show otherwise than the server keeps them: what a cell shows is looked for as what is kept. */

const PLACE = /^(-?[\d.]+), (-?[\d.]+)$/;

/** A filter for what a cell shows; undefined: the text is looked for as it is. */
export function filterShown(type: FieldType, text: string, language: Language): Filter | undefined {
  if (type === 'duration') {
    const iso = readDuration(text.replace(/^=/, ''), language);
    return iso === undefined ? undefined : { eq: iso };
  }
  const place = type === 'coordinates' ? readCoordinates(text) : undefined;
  return place && `${place.lat}, ${place.lng}`;
}

/** The same as the cell shows it; undefined: it is no such filter. */
export function shownFilter(
  type: FieldType,
  filter: Filter,
  language: Language,
): string | undefined {
  if (
    type === 'duration' &&
    typeof filter === 'object' &&
    filter.eq !== undefined &&
    Object.keys(filter).length === 1
  )
    return `=${formatDuration(filter.eq, language)}`;
  const [, lat, lng] =
    type === 'coordinates' && typeof filter === 'string' ? (PLACE.exec(filter) ?? []) : [];
  return lat === undefined || lng === undefined
    ? undefined
    : writeCoordinates({ lat: Number(lat), lng: Number(lng) });
}
