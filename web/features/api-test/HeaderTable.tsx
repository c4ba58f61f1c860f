import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { headerNotes, noteOf } from './header-notes.ts';
import type { RawAnswer } from './send-raw.ts';
import classes from './ApiTest.module.css';

const order = Object.keys(headerNotes);
const placeOf = (name: string): number => {
  const at = order.indexOf(name);
  return at === -1 ? order.length : at;
};

/** Headers of an answer, those of this product first and unexplained ones last. */
export function HeaderTable({ headers }: Pick<RawAnswer, 'headers'>) {
  const { t } = useTranslation('api-test');
  const sorted = headers.toSorted(([a], [b]) => placeOf(a) - placeOf(b));
  return (
    <dl className={classes.headers}>
      {sorted.map(([name, value]) => {
        const note = noteOf(name);
        return (
          <div key={name} className={classes.header}>
            <Text component="dt" size="sm" fw={500} ff="monospace">
              {name}
            </Text>
            <Text component="dd" size="sm" ff="monospace" m={0} className={classes.breaks}>
              {value}
            </Text>
            {note && (
              <Text component="dd" size="sm" c="dimmed" m={0}>
                {t(note)}
              </Text>
            )}
          </div>
        );
      })}
    </dl>
  );
}
