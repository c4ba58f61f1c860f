import { Kbd, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { askFor, placesAtom } from '../../state/commands.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import classes from './Shortcuts.module.css';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
/** Returns the key caps of `mod+K` for this platform. */
const named = (keys: string): string[] =>
  keys
    .split(/\+(?!$)/)
    .map(key => (key === 'mod' || key === 'Ctrl' ? (isMac ? '⌘' : 'Ctrl') : key));

export function Shortcuts({ opened }: { opened: boolean }) {
  const { t } = useTranslation('common');
  const places = useAtomValue(placesAtom)
    .map(({ title, commands, shortcuts = [] }) => ({
      title,
      keys: [
        ...commands.flatMap(({ label, keys }) =>
          keys === undefined ? [] : [{ label, keys: [keys] }],
        ),
        ...shortcuts,
      ],
    }))
    .filter(({ keys }) => keys.length > 0);
  return (
    <Dialog opened={opened} onClose={() => askFor(null)} title={t('commands.shortcuts')} size="lg">
      {places.map(({ title, keys }) => (
        <section key={title} className={classes.place}>
          <Title order={3} size="h6" mb={4}>
            {title}
          </Title>
          <Facts
            facts={keys.map(({ label, keys: ways }) => ({
              name: label,
              value: (
                <span className={classes.keys}>
                  {ways.map(way => (
                    <span key={way}>
                      {named(way).map(key => (
                        <Kbd key={key}>{key}</Kbd>
                      ))}
                    </span>
                  ))}
                </span>
              ),
            }))}
          />
        </section>
      ))}
    </Dialog>
  );
}
