import { atom } from './jotai.ts';

/** An address without a page that redirected home; null after the next screen. */
export const unknownAddressAtom = atom<string | null>(null);
