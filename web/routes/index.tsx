import { createFileRoute } from '@tanstack/react-router';
import { HomeScreen } from '../features/home/HomeScreen.tsx';
import { loadTexts } from '../lib/i18n.ts';
import { store } from '../state/jotai.ts';
import { unknownAddressAtom } from '../state/unknown-address.ts';

export const Route = createFileRoute('/')({
  loader: () => loadTexts('homepage'),
  onLeave: () => store.set(unknownAddressAtom, null),
  component: HomeScreen,
});
