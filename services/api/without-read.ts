import { Problem } from '@hzm/contracts/core/problem';

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The id and the version of a resource. A row has its version as `_version`, and may have a field
 * named `version`.
 */
const nameOf = ({ id, version, _version }: Members): Members => ({
  ...(typeof id === 'string' && { id }),
  ...(_version !== undefined ? { _version } : typeof version === 'number' && { version }),
});

const isNamed = (value: unknown): value is Members =>
  isMembers(value) && typeof value['id'] === 'string';

/**
 * Reduces what a write answers to ids, versions and how many: of one resource, or of those that its
 * members name.
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

/** The same refusal, with no more of what is there than its id and version. */
export const withoutContent = ({
  code,
  text,
  details,
  data,
  allow,
  retryAfter,
}: Problem): Problem =>
  new Problem(code, {
    text,
    ...(details && { details }),
    ...(allow && { allow }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(data !== undefined && { data: namesIn(data) }),
  });
