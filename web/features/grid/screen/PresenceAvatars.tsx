import { useTranslation } from 'react-i18next';
import { formatList } from '../../../lib/list-text.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useOthers } from '../sync/use-presence.ts';
import classes from './DataScreen.module.css';

/** More are counted, not shown. */
const SHOWN = 4;

/** The other people who view this table. */
export function PresenceAvatars({ tableId }: { tableId: string }) {
  const { t } = useTranslation('grid');
  const language = useLanguage();
  const others = useOthers(tableId);
  if (others.length === 0) return null;
  const names = formatList(new Set(others.map(({ name }) => name)), language);
  return (
    <div
      className={classes.people}
      role="group"
      aria-label={t('presence.here', { names })}
      title={names}
      data-testid="people"
    >
      {others.slice(0, SHOWN).map(({ id, name, color }) => (
        <span key={id} aria-hidden style={{ borderColor: color }}>
          {name.slice(0, 1).toLocaleUpperCase(language)}
        </span>
      ))}
      {others.length > SHOWN && <small aria-hidden>+{others.length - SHOWN}</small>}
    </div>
  );
}
