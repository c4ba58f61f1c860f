import type { AnswerOf } from '@hzm/contracts/core/call';
import { describeApiKey } from '@hzm/contracts/features/keys/api';
import type { ApiKey } from '@hzm/contracts/features/keys/key';
import { Stack, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { formatMoment } from '../../lib/values/date-text.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { DayChart } from './DayChart.tsx';
import classes from './Keys.module.css';

type Report = AnswerOf<typeof describeApiKey>;

/** Access of a key by table, and its usage. */
export function KeyReport({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useTranslation('keys');
  const {
    data: report,
    error,
    reload,
  } = useAnswer(describeApiKey, { params: { keyId: apiKey.id } });
  if (error && !report)
    return <ErrorNotice error={error} title={t('report.failed')} onRetry={reload} />;
  if (!report) return <Waiting text={t('report.loading')} heights={[96, 160]} />;
  return (
    <Stack gap="lg">
      <Usage report={report} />
      <Reach report={report} />
      <Calls report={report} />
    </Stack>
  );
}

function Usage({ report: { days } }: { report: Report }) {
  const { t } = useTranslation('keys');
  const language = useLanguage();
  const counted = (count: number) => ({ count, formatted: formatNumber(count, language) });
  const [used, wrong] = [
    days.reduce((sum, day) => sum + day.used, 0),
    days.reduce((sum, day) => sum + day.wrong, 0),
  ];
  return (
    <section>
      <Title order={3} size="h6" mb={6}>
        {t('report.usage')}
      </Title>
      <DayChart days={days} />
      <Text size="sm" mt={6}>
        {t('report.chart', counted(used))}
        {wrong > 0 && ` · ${t('report.wrong', counted(wrong))}`}
      </Text>
    </section>
  );
}

function Reach({ report: { schema, tables } }: { report: Report }) {
  const { t } = useTranslation('keys');
  return (
    <section>
      <Title order={3} size="h6" mb={6}>
        {t('report.reach')}
      </Title>
      <Table className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            {(['table', 'read', 'write', 'delete'] as const).map(name => (
              <Table.Th key={name} scope="col">
                {t(`report.${name}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            <Table.Th scope="row">{t('report.schema')}</Table.Th>
            <Table.Td>{t(`report.${schema.read}`)}</Table.Td>
            <Table.Td>{t(`report.${schema.write}`)}</Table.Td>
            <Table.Td>{t(`report.${schema.write}`)}</Table.Td>
          </Table.Tr>
          {tables.map(({ id, name, ...reach }) => (
            <Table.Tr key={id}>
              <Table.Th scope="row" className={classes.name}>
                {name}
              </Table.Th>
              <Table.Td>{t(`report.${reach.read}`)}</Table.Td>
              <Table.Td>{t(`report.${reach.write}`)}</Table.Td>
              <Table.Td>{t(`report.${reach.delete}`)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {tables.length === 0 && (
        <Text size="sm" c="dimmed" mt={6}>
          {t('report.noTables')}
        </Text>
      )}
    </section>
  );
}

/** The last requests of a key, those with its former text apart: they say who still has it. */
function Calls({ report: { calls, formerCalls } }: { report: Report }) {
  const { t } = useTranslation('keys');
  return (
    <>
      {formerCalls.length > 0 && (
        <section>
          <Title order={3} size="h6" mb={6}>
            {t('report.formerCalls')}
          </Title>
          <CallTable calls={formerCalls} />
        </section>
      )}
      <section>
        <Title order={3} size="h6" mb={6}>
          {t('report.calls')}
        </Title>
        {calls.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('report.noCalls')}
          </Text>
        ) : (
          <CallTable calls={calls} />
        )}
      </section>
    </>
  );
}

function CallTable({ calls }: { calls: Report['calls'] }) {
  const { t } = useTranslation('keys');
  const language = useLanguage();
  return (
    <Table className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          {(['time', 'call', 'answer'] as const).map(name => (
            <Table.Th key={name} scope="col">
              {t(`report.${name}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {calls.map(({ at, call, status }) => (
          <Table.Tr key={`${at} ${call}`}>
            <Table.Td>{formatMoment(at, language)}</Table.Td>
            <Table.Td>{call}</Table.Td>
            <Table.Td>{status}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
