const cardOf = (id: string): HTMLElement | null =>
  document.querySelector(`[data-request="${CSS.escape(id)}"]`);

/** Gives the focus to a request of the list. */
export const focusRequest = (id: string): void => cardOf(id)?.focus();

/** The request of the list that has the focus. */
export const focusedRequest = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-request]')?.dataset['request'];
