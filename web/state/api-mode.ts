const KEY = 'hzm-api-mode';

/** Whether projects open live or in their test environments. Stored in this browser. */
export type ApiMode = 'live' | 'test';

export const apiMode = (): ApiMode => (localStorage.getItem(KEY) === 'test' ? 'test' : 'live');

export const keepApiMode = (mode: ApiMode): void => localStorage.setItem(KEY, mode);
