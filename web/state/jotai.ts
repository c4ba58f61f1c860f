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

/** The one store, also outside React. */
export const store = createStore();
