/** The cursor of the grid, the card that Tab comes to, or the first card of a board. */
const PLACES = '[role=grid] [data-active], [data-line][tabindex="0"], [data-card]';

/**
 * Moves the focus into the rows, to the cursor or a card, after the focused element is gone.
 * Another focused element keeps it unless `always`.
 */
export const focusGrid = (always = false): void => {
  if (!always && document.activeElement !== document.body) return;
  const place = document.querySelector<HTMLElement>(PLACES);
  // The cursor may be out of sight: what is read stays where it is.
  place?.focus({ preventScroll: place.closest('[role=grid]') !== null });
};
