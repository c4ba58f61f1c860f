import { Badge } from '@mantine/core';
import type { Status } from '@hzm/contracts/features/status/status';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import { Panel } from '../../ui/Panel.tsx';
import classes from './Status.module.css';
import { bytesText } from './sums.ts';

/** The log and the read model: whether they answer, and how much there is. */
export function StoreCards({ status: { eventStore, readModel } }: { status: Status }) {
  const { t } = useTranslation('status');
  const language = useLanguage();
  const state = (isReachable: boolean) => <Badge miw="max-content" variant="light" tt="none" color={isReachable ? 'green' : 'red'}>{t(isReachable ? 'stores.up' : 'stores.down')}</Badge>;
  const unknown = t('stores.unknown');
  return (
    <Panel title={t('stores.title')}>
      <dl className={classes.facts}>
        <dt>{t('stores.eventStore')}</dt><dd data-store="events">{eventStore.kind} {state(eventStore.isReachable)}</dd>
        <dt>{t('stores.size')}</dt><dd>{eventStore.size === null ? unknown : bytesText(eventStore.size, language)}</dd>
        <dt>{t('stores.growth')}</dt><dd>{eventStore.growth === null ? unknown : t('stores.anHour', { bytes: bytesText(eventStore.growth, language) })}</dd>
        <dt>{t('stores.readModel')}</dt><dd data-store="views">{readModel.kind} {state(readModel.isReachable)}</dd>
      </dl>
    </Panel>
  );
}
