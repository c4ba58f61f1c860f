/**
 * A path of this application from a search parameter; anything that could lead elsewhere is
 * dropped.
 */
export const safeRedirect = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) && !/[\u0000-\u001f\\]/.test(value)
    ? value
    : undefined;
