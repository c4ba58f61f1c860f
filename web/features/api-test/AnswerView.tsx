import { Alert, Badge, Group, Stack, Tabs, Text, Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../lib/bytes-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { CopyAction } from '../../ui/CopyAction.tsx';
import { headerNotes, noteOf } from './header-notes.ts';
import { envelopeOf, type RawAnswer } from './send-raw.ts';
import classes from './ApiTest.module.css';

/** An answer: status, duration, refusal, body in two forms, and headers. */
export function AnswerView({ answer, name }: { answer: RawAnswer; name: string }) {
  const { t } = useTranslation('api-test');
  const language = useLanguage();
  const { status, statusText, headers, text, isCut, ms } = answer;
  const envelope = envelopeOf(answer);
  return (
    <Stack component="section" gap="sm" aria-label={t('answer.title', { name })}>
      <Group gap="xs" role="status">
        <Badge color={status < 400 ? 'green' : 'red'} variant="light" size="lg" tt="none" lang="en">
          {String(status)} {statusText}
        </Badge>
        <Text size="sm" c="dimmed">
          {t('answer.took', { ms: formatNumber(ms, language) })} ·{' '}
          {bytesText(new Blob([text]).size, language)}
        </Text>
      </Group>
      {status >= 400 && <Refusal answer={answer} />}
      {isCut && <Text size="sm">{t('answer.cut')}</Text>}
      <Tabs defaultValue={envelope ? 'formatted' : 'sent'} keepMounted={false}>
        <Tabs.List aria-label={t('answer.parts')} mb="sm">
          {envelope && <Tabs.Tab value="formatted">{t('answer.formatted')}</Tabs.Tab>}
          <Tabs.Tab value="sent">{t('answer.sent')}</Tabs.Tab>
          <Tabs.Tab value="headers">{t('answer.headers', { count: headers.length })}</Tabs.Tab>
        </Tabs.List>
        {envelope && (
          <Tabs.Panel value="formatted">
            <Body label={t('answer.formatted')} text={JSON.stringify(envelope, null, 2)} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="sent">
          <Body label={t('answer.sent')} text={text} />
        </Tabs.Panel>
        <Tabs.Panel value="headers">
          <HeaderTable headers={headers} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

function Body({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation('api-test');
  if (text === '') return <Text c="dimmed">{t('answer.empty')}</Text>;
  return (
    <div className={classes.body}>
      <Textarea
        dir="ltr"
        readOnly
        autosize
        minRows={2}
        maxRows={18}
        aria-label={label}
        classNames={{ input: classes.code }}
        value={text}
      />
      <CopyAction value={text} label={t('answer.copy')} done={t('answer.copied')} />
    </div>
  );
}

/** The reason of a refusal in the person's language, and when to try again. */
function Refusal({ answer }: { answer: RawAnswer }) {
  const { t } = useTranslation('api-test');
  const { error, code } = envelopeOf(answer) ?? {};
  const after = answer.headers.find(([name]) => name === 'retry-after')?.[1];
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={typeof error === 'string' ? error : t('answer.refused')}
    >
      {typeof code === 'string' && (
        <Text size="sm" ff="monospace" className={classes.breaks}>
          {code}
        </Text>
      )}
      {answer.status === 403 && <Text size="sm">{t('answer.forbidden')}</Text>}
      {after !== undefined && <Text size="sm">{t('answer.after', { seconds: after })}</Text>}
    </Alert>
  );
}

const order = Object.keys(headerNotes);
const placeOf = (name: string): number => {
  const at = order.indexOf(name);
  return at === -1 ? order.length : at;
};

/** Headers of an answer, those of this product first and unexplained ones last. */
function HeaderTable({ headers }: Pick<RawAnswer, 'headers'>) {
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
