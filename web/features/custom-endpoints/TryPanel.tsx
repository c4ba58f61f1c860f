import type { Json } from '@hzm/contracts/core/json';
import { tryCustomEndpoint } from '@hzm/contracts/features/custom-endpoints/api';
import type {
  EndpointDefinition,
  Parameter,
} from '@hzm/contracts/features/custom-endpoints/definition';
import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { Dispatch } from 'react';
import type { SetStateAction } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api-error.ts';
import { send } from '../../lib/http.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Form } from '../../ui/Form.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { Section } from './Section.tsx';
import classes from './Endpoints.module.css';

/**
 * Returns the value sent for a parameter; undefined for none. Invalid JSON is sent as text, so that
 * the server explains the error.
 */
function sentOf({ type, in: place }: Parameter, text: string): Json | undefined {
  if (text === '') return undefined;
  if (type !== 'json' && place !== 'body') return text;
  if (type === 'text' || type === 'date' || type === 'id') return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** Tries the definition as edited: reads real rows and writes nothing. */
export function TryPanel({
  projectId,
  definition,
  onRefused,
}: {
  projectId: string;
  definition: EndpointDefinition;
  onRefused: (error: ApiError) => void;
}) {
  const { t } = useTranslation('endpoints');
  const { busy, error, run } = useSending();
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map());
  const [answer, setAnswer] = useState<{ readonly status: number; readonly text: string } | null>(
    null,
  );
  const attempt = useAttempt({ run, setAnswer, definition, texts, projectId, onRefused });
  const faultOf = ({ in: place, name }: Parameter) =>
    error?.details.find(({ path }) => path === `${place}.${name}`)?.message;
  return (
    <Section title={t('try.title')}>
      <Form
        onSubmit={event => {
          event.preventDefault();
          void attempt();
        }}
      >
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t('try.hint')}
          </Text>
          <TriedParameters
            definition={definition}
            texts={texts}
            faultOf={faultOf}
            setTexts={setTexts}
          />
          <div>
            <Button
              type="submit"
              variant="default"
              loading={busy}
              leftSection={<IconPlayerPlay size={17} aria-hidden />}
            >
              {t('try.submit')}
            </Button>
          </div>
          {error && <ErrorNotice error={error} title={t('try.failed')} />}
          {answer && <Answer answer={answer} />}
        </Stack>
      </Form>
    </Section>
  );
}

function useAttempt({
  run,
  setAnswer,
  definition,
  texts,
  projectId,
  onRefused,
}: {
  run: (work: () => Promise<void>) => Promise<void>;
  setAnswer: (value: { status: number; text: string } | null) => void;
  definition: EndpointDefinition;
  texts: ReadonlyMap<string, string>;
  projectId: string;
  onRefused: (error: ApiError) => void;
}) {
  const { parameters } = definition;
  const attempt = () =>
    run(async () => {
      setAnswer(null);
      const given = (place: Parameter['in']) =>
        Object.fromEntries(
          parameters
            .filter(one => one.in === place)
            .flatMap(one => {
              const value = sentOf(one, texts.get(one.name) ?? '');
              return value === undefined ? [] : [[one.name, value]];
            }),
        );
      try {
        const { data } = await send(tryCustomEndpoint, {
          params: { projectId },
          body: {
            definition,
            sent: { path: given('path'), query: given('query'), body: given('body') },
          },
        });
        setAnswer({ status: data.status, text: JSON.stringify(data.answer, null, 2) });
      } catch (refusal) {
        if (refusal instanceof ApiError) onRefused(refusal);
        throw refusal;
      }
    });
  return attempt;
}

function TriedParameters({
  definition,
  texts,
  faultOf,
  setTexts,
}: {
  definition: EndpointDefinition;
  texts: ReadonlyMap<string, string>;
  faultOf: (value: Parameter) => string | undefined;
  setTexts: Dispatch<SetStateAction<ReadonlyMap<string, string>>>;
}) {
  const { t } = useTranslation('endpoints');
  const { parameters } = definition;
  return (
    <>
      {parameters
        .filter(({ name }) => name !== '')
        .map(one => {
          const Input = one.type === 'json' ? Textarea : TextInput;
          return (
            <Input
              key={`${one.in}.${one.name}`}
              label={t('try.parameter', { name: one.name, place: t(`places.${one.in}`) })}
              value={texts.get(one.name) ?? ''}
              error={faultOf(one)}
              onChange={(event: { currentTarget: { value: string } }) => {
                const { value } = event.currentTarget;
                setTexts(before => new Map(before).set(one.name, value));
              }}
            />
          );
        })}
    </>
  );
}

function Answer({ answer }: { answer: { status: number; text: string } }) {
  const { t } = useTranslation('endpoints');
  return (
    <div role="status">
      <Textarea
        readOnly
        autosize
        minRows={2}
        maxRows={16}
        classNames={{ input: classes.answer }}
        label={t('try.answer', { status: String(answer.status) })}
        value={answer.text}
      />
    </div>
  );
}
