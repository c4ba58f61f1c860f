/** How long an address may be, in segments. */
const MAX_SEGMENTS = 8;

/** A segment that says which version is called; no path begins with one. */
const VERSION = /^v([1-9]\d{0,3})$/;
const LITERAL = /^[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,79}$/;
export const PARAMETER_NAME = /^[A-Za-z][A-Za-z0-9_]{0,49}$/;

/** A path as its segments: literals, and `:parameter`. */
export const segmentsOf = (path: string): readonly string[] => path.split('/');

const isParameter = (segment: string): boolean => segment.startsWith(':');

/** The names that a path takes. */
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
 * What two paths have in common that are called by the same addresses: the places of their
 * parameters, not the names.
 */
const shapeOf = (path: string): string =>
  segmentsOf(path)
    .map(segment => (isParameter(segment) ? ':' : segment))
    .join('/');

interface Address {
  readonly method: string;
  readonly path: string;
}

/** Whether one request could mean both. */
export const overlaps = (a: Address, b: Address): boolean =>
  shapeOf(a.path) === shapeOf(b.path) &&
  (a.method === b.method || a.method === 'ANY' || b.method === 'ANY');

/** A called path: the version that it begins with, and the rest. */
export function calledPath(called: readonly string[]): {
  readonly version: number | undefined;
  readonly segments: readonly string[];
} {
  const version = VERSION.exec(called[0] ?? '')?.[1];
  return version === undefined
    ? { version: undefined, segments: called }
    : { version: Number(version), segments: called.slice(1) };
}

/**
 * What the segments of a called path give a path's parameters; undefined when it is another path.
 */
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

/**
 * Sorts paths that one request matches: literal segments win over parameters, the first difference
 * counts.
 */
export const byLiterals = (a: { readonly path: string }, b: { readonly path: string }): number => {
  const [of, and] = [shapeOf(a.path), shapeOf(b.path)].map(shape =>
    shape
      .split('/')
      .map(segment => (segment === ':' ? '1' : '0'))
      .join(''),
  );
  return of! < and! ? -1 : of! > and! ? 1 : 0;
};
