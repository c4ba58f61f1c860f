import { isEventOf, type Event } from '@hzm/contracts/core/event';
import type { JsonObject } from '@hzm/contracts/core/json';
import {
  savedViewAdded,
  savedViewChanged,
  savedViewRemoved,
} from '@hzm/contracts/features/saved-views/events';

const isOfView = (event: Event): boolean =>
  isEventOf(savedViewAdded, event) ||
  isEventOf(savedViewChanged, event) ||
  isEventOf(savedViewRemoved, event);

/** Whether an event is about a view that one person sees alone. */
export const isOfOwnView = (event: Event): boolean =>
  isOfView(event) && event.data['ownerId'] !== null;

/**
 * Returns data without the settings of a view, whose conditions may name values of hidden fields,
 * and without the name of one that another person sees alone.
 */
export function withoutView(event: Event, data: JsonObject): JsonObject {
  if (!isOfView(event)) return data;
  const { settings: _settings, name, ...rest } = data;
  return isOfOwnView(event) ? rest : { ...rest, name: name ?? '' };
}
