/**
 * Returns a path of this application from a search parameter; undefined if it could lead to another
 * site.
 */
export const safeRedirect = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) && !/[\u0000-\u001f\\]/.test(value)
    ? value
    : undefined;
