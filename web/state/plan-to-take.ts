import { atom } from './jotai.ts';

/** Whether the signed-in person could take another plan, as far as this tab knows. */
export const planToTakeAtom = atom(false);
