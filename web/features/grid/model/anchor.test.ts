// @vitest-environment jsdom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchored } from './anchor.ts';

const window = { left: 0, top: 0, width: 1000, height: 600 };
const port = { left: 200, top: 100, width: 700, height: 400 };
const at = (left: number, top: number, height = 36) => ({ left, top, width: 150, height });

describe('what floats over a cell', () => {
  it('begins where the cell does', () =>
    expect(
      anchored({
        cell: at(300, 200),
        port,
        window,
        size: { width: 200, height: 100 },
        place: 'over',
      }),
    ).toEqual({ left: 300, top: 200 }));
  it('or under it', () =>
    expect(
      anchored({
        cell: at(300, 200),
        port,
        window,
        size: { width: 200, height: 100 },
        place: 'beside',
      }),
    ).toEqual({ left: 300, top: 236 }));
  it('grows upwards where there is no room below', () =>
    expect(
      anchored({
        cell: at(300, 460),
        port,
        window,
        size: { width: 200, height: 300 },
        place: 'over',
      }),
    ).toEqual({ left: 300, top: 196 }));
  it('stands above where there is no room under it', () =>
    expect(
      anchored({
        cell: at(300, 460),
        port,
        window,
        size: { width: 200, height: 300 },
        place: 'beside',
      }),
    ).toEqual({ left: 300, top: 160 }));
  it('stays where it can be seen when its cell is scrolled away', () => {
    expect(
      anchored({
        cell: at(300, -5000),
        port,
        window,
        size: { width: 200, height: 40 },
        place: 'over',
      }).top,
    ).toBe(100);
    expect(
      anchored({
        cell: at(300, 9000),
        port,
        window,
        size: { width: 200, height: 40 },
        place: 'over',
      }).top,
    ).toBe(464);
  });
  it('is whole in the window, wherever the cell is', () => {
    const number = (min: number, max: number) => fc.integer({ min, max });
    fc.assert(
      fc.property(
        number(-3000, 3000),
        number(-3000, 3000),
        number(20, 900),
        number(20, 500),
        fc.constantFrom('over' as const, 'beside' as const),
        (left, top, width, height, place) => {
          const found = anchored({
            cell: at(left, top),
            port,
            window,
            size: { width, height },
            place,
          });
          expect(found.left).toBeGreaterThanOrEqual(4);
          expect(found.left + width).toBeLessThanOrEqual(996);
          expect(found.top).toBeGreaterThanOrEqual(4);
          expect(found.top + height).toBeLessThanOrEqual(596);
        },
      ),
    );
  });
});
