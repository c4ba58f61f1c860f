const cardOf = (id: string): HTMLElement | null =>
  document.querySelector(`[data-request="${CSS.escape(id)}"]`);

/** Focuses a request in the list. */
export const focusRequest = (id: string): void => cardOf(id)?.focus();

/** Returns the focused request of the list. */
export const focusedRequest = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-request]')?.dataset['request'];
