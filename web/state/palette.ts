import { atom, store } from './jotai.ts';

const asked = atom(0);

/** How many times the palette was asked for in this session. */
export const paletteAskedAtom = atom(get => get(asked));
export const askForPalette = (): void => store.set(asked, times => times + 1);
export const forgetPalette = (): void => store.set(asked, 0);
