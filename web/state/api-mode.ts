const KEY = 'hzm-api-mode';

/**
 * Whether projects are opened as they are, or their test environments instead. Kept in this
 * browser.
 */
export type ApiMode = 'live' | 'test';

export const apiMode = (): ApiMode => (localStorage.getItem(KEY) === 'test' ? 'test' : 'live');

export const keepApiMode = (mode: ApiMode): void => localStorage.setItem(KEY, mode);
