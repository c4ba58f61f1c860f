import { createFileRoute, redirect } from '@tanstack/react-router';
import { store } from '../state/jotai.ts';
import { unknownAddressAtom } from '../state/unknown-address.ts';

/** Any other path leads home, which says so. */
export const Route = createFileRoute('/$')({
  beforeLoad: ({ location, preload }) => {
    if (!preload) store.set(unknownAddressAtom, location.pathname);
    throw redirect({ to: '/', replace: true });
  },
});
