import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askFor, hearKeys, dialogAtom, useCommands } from '../../state/commands.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { part } from '../../ui/part.ts';

const Palette = part(async () => (await import('./Palette.tsx')).Palette, 'palette');
const Shortcuts = part(async () => (await import('./Shortcuts.tsx')).Shortcuts);

/** Global keys. Loads the palette and the list of shortcuts when first opened. */
export function PaletteDoor() {
  const { t } = useTranslation('common');
  const asked = useAtomValue(dialogAtom);
  const [known, setKnown] = useState<ReadonlySet<typeof asked>>(new Set());
  if (asked !== null && !known.has(asked)) setKnown(new Set(known).add(asked));
  useCommands({
    title: t('commands.everywhere'),
    isEverywhere: true,
    commands: [
      { id: 'palette', label: t('commands.palette'), keys: 'mod+K', run: () => askFor('palette') },
      {
        id: 'shortcuts',
        label: t('commands.shortcuts'),
        keys: '?',
        run: () => askFor('shortcuts'),
      },
    ],
    shortcuts: [{ keys: ['Esc'], label: t('commands.close') }],
  });
  useEffect(hearKeys, []);
  useEffect(() => () => askFor(null), []);
  return (
    <Suspense fallback={null}>
      {known.has('palette') && <Palette opened={asked === 'palette'} />}
      {known.has('shortcuts') && <Shortcuts opened={asked === 'shortcuts'} />}
    </Suspense>
  );
}
