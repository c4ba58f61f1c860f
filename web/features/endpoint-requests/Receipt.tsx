import type {
  ListedRequest,
  RequestEvent,
} from '@hzm/contracts/features/endpoint-requests/request';
import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import { formatMoment } from '../../lib/values/date-text.ts';
import { Facts } from '../../ui/Facts.tsx';
import classes from './Inbox.module.css';

/**
 * Summary of a completed request: time, person, number of events, and the endpoint's URL if there
 * is one.
 */
export function Receipt({
  request: { implemented_at, endpoint_path },
  history,
}: {
  request: ListedRequest;
  history: readonly RequestEvent[];
}) {
  const { t } = useTranslation('requests');
  const language = useLanguage();
  if (implemented_at === null) return null;
  const by = history.findLast(({ kind, status }) => kind === 'moved' && status === 'completed')
    ?.actor.name;
  return (
    <section className={classes.receipt} aria-labelledby="request-receipt">
      <Title order={3} size="h6" id="request-receipt">
        {t('receipt.title')}
      </Title>
      <Facts
        facts={[
          { name: t('receipt.at'), value: formatMoment(implemented_at, language) },
          ...(by ? [{ name: t('receipt.by'), value: by }] : []),
          ...(history.length > 0
            ? [{ name: t('receipt.events'), value: String(history.length) }]
            : []),
          ...(endpoint_path === null
            ? []
            : [{ name: t('receipt.address'), value: <code>{endpoint_path}</code> }]),
        ]}
      />
    </section>
  );
}
