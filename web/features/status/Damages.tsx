import type { Status } from '@hzm/contracts/core/status';
import { ScrollArea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { Panel } from '../../ui/Panel.tsx';
import classes from './Status.module.css';

/** Unreadable events of the log; renders nothing if there are none. */
export function Damages({
  status: {
    damaged: { first, total },
  },
}: {
  status: Status;
}) {
  const { t } = useTranslation('status');
  const language = useLanguage();
  if (total === 0) return null;
  const number = (value: number): string => formatNumber(value, language);
  return (
    <Panel title={t('damages.title')}>
      <p className={classes.calm}>{t('damages.lead')}</p>
      <ScrollArea
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t('damages.title') }}
      >
        <table className={classes.table} data-damages={total}>
          <thead>
            <tr>
              <th scope="col">{t('damages.position')}</th>
              <th scope="col">{t('damages.type')}</th>
              <th scope="col">{t('damages.stream')}</th>
              <th scope="col">{t('damages.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {first.map(({ position, type, stream, reason }) => (
              <tr key={`${position} ${reason}`}>
                <th scope="row" className="hzm-figures">
                  {number(Number(position))}
                </th>
                <td>
                  <code>{type}</code>
                </td>
                <td>
                  <code>{stream}</code>
                </td>
                <td>{t(`damage.${reason}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {total > first.length && (
        <p className={classes.calm}>
          {t('damages.more', {
            count: total - first.length,
            formatted: number(total - first.length),
          })}
        </p>
      )}
    </Panel>
  );
}
