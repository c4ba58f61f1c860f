import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useEffect } from 'react';
import { loadTexts } from '../../lib/i18n.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { askForPalette, forgetPalette, paletteAskedAtom } from '../../state/palette.ts';

const Palette = lazy(async () => {
  const [{ Palette: loaded }] = await Promise.all([import('./Palette.tsx'), loadTexts('palette')]);
  return { default: loaded };
});

/** Ctrl+K anywhere. The palette itself is loaded when it is first asked for. */
export function PaletteDoor() {
  const asked = useAtomValue(paletteAskedAtom);
  useHotkeys([['mod+K', askForPalette]], [], true);
  useEffect(() => forgetPalette, []);
  return asked > 0 && <Suspense fallback={null}><Palette asked={asked} /></Suspense>;
}
