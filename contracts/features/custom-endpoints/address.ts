/** Maximum segments of a path. */
const MAX_SEGMENTS = 8;

/** The first segment that selects a version; no endpoint's path begins with one. */
const VERSION = /^v([1-9]\d{0,3})$/;
const LITERAL = /^[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,79}$/;
export const PARAMETER_NAME = /^[A-Za-z][A-Za-z0-9_]{0,49}$/;

/** Splits a path into literals and `:parameter` segments. */
export const segmentsOf = (path: string): readonly string[] => path.split('/');

const isParameter = (segment: string): boolean => segment.startsWith(':');

/** Returns the names of a path's parameters. */
export const namesIn = (path: string): readonly string[] =>
  segmentsOf(path)
    .filter(isParameter)
    .map(segment => segment.slice(1));

export function isPath(path: string): boolean {
  const segments = segmentsOf(path);
  const names = namesIn(path);
  return (
    segments.length <= MAX_SEGMENTS &&
    new Set(names).size === names.length &&
    !VERSION.test(segments[0]!) &&
    segments.every(segment =>
      isParameter(segment) ? PARAMETER_NAME.test(segment.slice(1)) : LITERAL.test(segment),
    )
  );
}

/**
 * Returns a path without the names of its parameters; paths of one shape match the same requests.
 */
const shapeOf = (path: string): string =>
  segmentsOf(path)
    .map(segment => (isParameter(segment) ? ':' : segment))
    .join('/');

interface Address {
  readonly method: string;
  readonly path: string;
}

/** Whether one request could match both. */
export const overlaps = (a: Address, b: Address): boolean =>
  shapeOf(a.path) === shapeOf(b.path) &&
  (a.method === b.method || a.method === 'ANY' || b.method === 'ANY');

/** Splits a called path into its version and the other segments. */
export function calledPath(called: readonly string[]): {
  readonly version: number | undefined;
  readonly segments: readonly string[];
} {
  const version = VERSION.exec(called[0] ?? '')?.[1];
  return version === undefined
    ? { version: undefined, segments: called }
    : { version: Number(version), segments: called.slice(1) };
}

/** Returns a path's parameters from a called path; undefined if the path does not match. */
export function matchPath(
  path: string,
  called: readonly string[],
): Readonly<Record<string, string>> | undefined {
  const segments = segmentsOf(path);
  if (
    segments.length !== called.length ||
    segments.some((segment, i) => (isParameter(segment) ? called[i] === '' : segment !== called[i]))
  )
    return undefined;
  return Object.fromEntries(
    segments.flatMap((segment, i) =>
      isParameter(segment) ? [[segment.slice(1), called[i]!]] : [],
    ),
  );
}

/** Sorts paths that match one request: literals win over parameters at the first difference. */
export const byLiterals = (a: { readonly path: string }, b: { readonly path: string }): number => {
  const [of, and] = [shapeOf(a.path), shapeOf(b.path)].map(shape =>
    shape
      .split('/')
      .map(segment => (segment === ':' ? '1' : '0'))
      .join(''),
  );
  return of! < and! ? -1 : of! > and! ? 1 : 0;
};
