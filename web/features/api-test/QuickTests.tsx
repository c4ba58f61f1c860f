import { Anchor, Button, Code, Stack, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import { useSession } from '../../state/use-session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { AnswerView } from './AnswerView.tsx';
import { quickRequest, quickTests, shortToken, type QuickTest } from './quick-tests.ts';
import { envelopeOf, type RawAnswer } from './send-raw.ts';
import { useRaw } from './use-raw.ts';
import classes from './ApiTest.module.css';

/** Tests with one button each, and their raw answers. */
export function QuickTests() {
  const { t } = useTranslation('api-test');
  const language = useLanguage();
  const { token } = useSession();
  const { busy, error, answer, ask } = useRaw();
  const [test, setTest] = useState<QuickTest>('register');
  const run = (asked: QuickTest): void => {
    setTest(asked);
    const isOwn = asked !== 'register';
    void ask(quickRequest(asked, language, token), isOwn ? token : undefined);
  };
  return (
    <Panel title={t('quick.title')}>
      <Stack p="md">
        <ul className={classes.tests}>
          {quickTests.map(one => (
            <li key={one}>
              <Button
                variant="default"
                leftSection={<IconPlayerPlay size={17} aria-hidden />}
                loading={busy && test === one}
                disabled={busy && test !== one}
                onClick={() => run(one)}
              >
                {t(`quick.${one}.button`)}
              </Button>
              <Text size="sm" c="dimmed" mt={6}>
                {t(`quick.${one}.makes`)}
              </Text>
            </li>
          ))}
        </ul>
        {error && <ErrorNotice error={error} title={t('quick.failed')} onRetry={() => run(test)} />}
        {answer && <QuickAnswer test={test} answer={answer} />}
      </Stack>
    </Panel>
  );
}

/** An answer with its token shortened, also within the raw text. */
function QuickAnswer({ test, answer }: { test: QuickTest; answer: RawAnswer }) {
  const { t } = useTranslation('api-test');
  const data = (envelopeOf(answer)?.data ?? {}) as {
    readonly token?: string;
    readonly project?: { readonly id: string };
  };
  const shown =
    data.token === undefined
      ? answer
      : { ...answer, text: answer.text.replaceAll(data.token, shortToken(data.token)) };
  return (
    <>
      {data.token !== undefined && (
        <Text size="sm">
          {t('quick.token')} <Code className={classes.token}>{shortToken(data.token)}</Code>{' '}
          {t('quick.tokenNote')}
        </Text>
      )}
      {test === 'createProject' && data.project && (
        <Anchor component={Link} to="/projects/$id" params={{ id: data.project.id } as never}>
          {t('quick.openProject')}
        </Anchor>
      )}
      <AnswerView answer={shown} name={t(`quick.${test}.button`)} />
    </>
  );
}
