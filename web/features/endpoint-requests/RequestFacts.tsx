import { frequencies, type ListedRequest } from '@hzm/contracts/features/endpoint-requests/request';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import { formatMoment } from '../../lib/values/date-text.ts';
import { Facts } from '../../ui/Facts.tsx';
import classes from './Inbox.module.css';

/** Returns the texts shown under their own headings. */
const textsOf = ({
  description,
  input_requirements,
  output_requirements,
  use_cases,
  special_requirements,
}: ListedRequest) =>
  (
    Object.entries({
      description,
      input_requirements,
      output_requirements,
      use_cases,
      special_requirements,
    }) as [
      (
        | 'description'
        | 'input_requirements'
        | 'output_requirements'
        | 'use_cases'
        | 'special_requirements'
      ),
      string,
    ][]
  ).filter(([, text]) => text !== '');

/** The request's content, without empty members. */
export function RequestFacts({ request }: { request: ListedRequest }) {
  const { t } = useTranslation('requests');
  const language = useLanguage();
  const { requester_name, requester_email, frequency_estimate, created_at } = request;
  const preset = frequencies.find(one => one === frequency_estimate);
  const facts = [
    { name: t('fields.response_format'), value: request.response_format },
    {
      name: t('fields.frequency_estimate'),
      value: preset ? t(`frequencies.${preset}`) : frequency_estimate,
    },
    { name: t('fields.rate_limit_needs'), value: t(`rateLimits.${request.rate_limit_needs}`) },
    { name: t('fields.auth_required'), value: t(request.auth_required ? 'yes' : 'no') },
    { name: t('requester'), value: [requester_name, requester_email].filter(Boolean).join(' · ') },
    { name: t('sentAt'), value: formatMoment(created_at, language) },
  ];
  return (
    <>
      {textsOf(request).map(([name, text]) => (
        <div key={name}>
          <Text size="sm" c="dimmed">
            {t(`fields.${name}`)}
          </Text>
          <Text size="sm" className={classes.text}>
            {text}
          </Text>
        </div>
      ))}
      <Facts facts={facts.filter(({ value }) => value !== '')} />
    </>
  );
}
