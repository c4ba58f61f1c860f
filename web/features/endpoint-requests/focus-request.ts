const cardOf = (id: string): HTMLElement | null =>
  document.querySelector(`[data-request="${CSS.escape(id)}"]`);

export const focusRequest = (id: string): void => cardOf(id)?.focus();

export const focusedRequest = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-request]')?.dataset['request'];
