import { createStore } from 'jotai';

export {
  atom,
  Provider,
  useAtom,
  useAtomValue,
  useSetAtom,
  type Atom,
  type PrimitiveAtom,
  type WritableAtom,
} from 'jotai';

/** The single store, also for use outside React. */
export const store = createStore();
