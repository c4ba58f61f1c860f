import { Problem } from '@hzm/contracts/core/problem';
import { toldLess } from '@hzm/services/domain/access/told';

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns a resource's id and version: `_version` for a row, which may have a field named
 * `version`.
 */
const nameOf = ({ id, version, _version }: Members): Members => ({
  ...(typeof id === 'string' && { id }),
  ...(_version !== undefined ? { _version } : typeof version === 'number' && { version }),
});

const isNamed = (value: unknown): value is Members =>
  isMembers(value) && typeof value['id'] === 'string';

/**
 * Reduces the answer of a write to ids, versions and counts of the resource or of its named
 * members.
 */
export function namesIn(data: unknown): Members {
  if (!isMembers(data)) return {};
  const members = Object.entries(data).flatMap(([member, value]): [string, unknown][] => {
    if (Array.isArray(value))
      return value.length > 0 && value.every(isNamed) ? [[member, value.map(nameOf)]] : [];
    return isNamed(value) ? [[member, nameOf(value)]] : [];
  });
  const { count } = data;
  return {
    ...nameOf(data),
    ...Object.fromEntries(members),
    ...(typeof count === 'number' && { count }),
  };
}

/**
 * Returns the refusal with only the id and version of the existing resource, without counts of rows
 * and names of options.
 */
export const withoutContent = ({
  code,
  text,
  details,
  data,
  allow,
  retryAfter,
}: Problem): Problem =>
  new Problem(code, {
    text: toldLess(text),
    ...(details && {
      details: details.map(one => ({ ...one, message: toldLess(one.message) })),
    }),
    ...(allow && { allow }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(data !== undefined && { data: namesIn(data) }),
  });
