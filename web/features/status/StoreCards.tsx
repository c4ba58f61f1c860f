import type { Status } from '@hzm/contracts/core/status';
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../lib/bytes-text.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { Panel } from '../../ui/Panel.tsx';
import classes from './Status.module.css';

/** Log, read model and key vault: availability, size, and pending erasures. */
export function StoreCards({ status: { eventStore, readModel, keyVault } }: { status: Status }) {
  const { t } = useTranslation('status');
  const language = useLanguage();
  const state = (isReachable: boolean) => (
    <Badge variant="light" tt="none" color={isReachable ? 'green' : 'red'}>
      {t(isReachable ? 'stores.up' : 'stores.down')}
    </Badge>
  );
  const unknown = t('stores.unknown');
  return (
    <Panel title={t('stores.title')}>
      <dl className={classes.facts}>
        <dt>{t('stores.eventStore')}</dt>
        <dd data-store="events">
          {eventStore.kind} {state(eventStore.isReachable)}
        </dd>
        <dt>{t('stores.size')}</dt>
        <dd>{eventStore.size === null ? unknown : bytesText(eventStore.size, language)}</dd>
        <dt>{t('stores.growth')}</dt>
        <dd>
          {eventStore.growth === null
            ? unknown
            : t('stores.anHour', { bytes: bytesText(eventStore.growth, language) })}
        </dd>
        <dt>{t('stores.readModel')}</dt>
        <dd data-store="views">
          {readModel.kind} {state(readModel.isReachable)}
        </dd>
        <dt>{t('stores.keyVault')}</dt>
        <dd data-store="keys" title={keyVault.erasing > 0 ? t('stores.erasingWhy') : undefined}>
          {keyVault.kind}{' '}
          <Badge variant="light" tt="none" color={keyVault.erasing > 0 ? 'yellow' : 'green'}>
            {keyVault.erasing > 0
              ? t('stores.erasing', { count: keyVault.erasing })
              : t('stores.erased')}
          </Badge>
        </dd>
      </dl>
    </Panel>
  );
}
