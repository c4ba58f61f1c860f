/** A rectangle in pixels of the window. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface AnchorInput {
  /** The cell that the floating element belongs to. */
  readonly cell: Box;
  /**
   * The area where the cell is visible: it may be scrolled away while its floating element stays in
   * sight.
   */
  readonly port: Box;
  /** The window, or what an on-screen keyboard leaves of it. */
  readonly window: Box;
  readonly size: { readonly width: number; readonly height: number };
  /** `over` begins where the cell does, `beside` stands under it. */
  readonly place: 'over' | 'beside';
}

/** Pixels to the window's edge. */
const EDGE = 4;
const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(value, most));

/**
 * Returns the position of an element that floats over or under a cell: whole in the window, upwards
 * if there is no room below.
 */
export function anchored({ cell, port, window, size, place }: AnchorInput): {
  readonly left: number;
  readonly top: number;
} {
  const seenTop = clamp(
    cell.top,
    port.top,
    Math.max(port.top, port.top + port.height - cell.height),
  );
  const left = clamp(
    clamp(cell.left, port.left, Math.max(port.left, port.left + port.width - cell.width)),
    window.left + EDGE,
    window.left + window.width - size.width - EDGE,
  );
  const [below, above] =
    place === 'over'
      ? [seenTop, seenTop + cell.height - size.height]
      : [seenTop + cell.height, seenTop - size.height];
  const fitsBelow = below + size.height <= window.top + window.height - EDGE;
  return {
    left,
    top: fitsBelow
      ? below
      : clamp(
          above,
          window.top + EDGE,
          Math.max(window.top + EDGE, window.top + window.height - size.height - EDGE),
        ),
  };
}
