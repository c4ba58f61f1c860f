import type { AnswerOf } from '@hzm/contracts/core/call';
import { getModule, type DocCall, type DocModule } from '@hzm/contracts/features/docs/api';
import { Accordion, Code, Group, Select, Stack, Text, Title } from '@mantine/core';
import { IconBook } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyAction } from '../../ui/CopyAction.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { WithCode } from '../../ui/WithCode.tsx';
import { Endpoint } from './Endpoint.tsx';
import classes from './Docs.module.css';

/** The content of one module, chosen from those of the category. */
export function DocContent({
  modules,
  moduleId,
  onOpen,
}: {
  modules: readonly DocModule[];
  moduleId: string | null;
  onOpen: (id: string | null) => void;
}) {
  const { t } = useTranslation('docs');
  const { data, error, reload } = useAnswer(
    getModule,
    moduleId === null ? null : { params: { moduleId } },
  );
  return (
    <Stack>
      <Select
        label={t('content.label')}
        placeholder={t('content.choose')}
        data={modules.map(({ id, title }) => ({ value: id, label: title }))}
        value={modules.some(({ id }) => id === moduleId) ? moduleId : null}
        onChange={onOpen}
        searchable
      />
      {moduleId === null && <EmptyState icon={<IconBook size={26} />} text={t('content.choose')} />}
      {moduleId !== null && error && !data && (
        <ErrorNotice error={error} title={t('content.failed')} onRetry={reload} />
      )}
      {moduleId !== null && !error && !data && (
        <Waiting text={t('content.loading')} heights={[60, 200]} />
      )}
      {data && <Module module={data.module} />}
    </Stack>
  );
}

function Module({ module }: AnswerOf<typeof getModule>) {
  return (
    <article aria-labelledby="doc-title">
      <Title order={3} size="h5" id="doc-title">
        {module.title}
      </Title>
      <Text c="dimmed" size="sm" mb="sm">
        {module.description}
      </Text>
      <Accordion key={module.id} multiple variant="separated">
        {module.calls.map(call => (
          <Accordion.Item key={call.name} value={call.name}>
            <Accordion.Control>
              <span className={classes.found}>
                <Endpoint method={call.method} path={call.path} />
                <Text span size="sm">
                  {call.summary}
                </Text>
              </span>
            </Accordion.Control>
            <Accordion.Panel>
              <CallDetails call={call} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </article>
  );
}

function CallDetails({ call }: { call: DocCall }) {
  const { t } = useTranslation('docs');
  const path = `/api/v1${call.path}`;
  const parameters = call.members.filter(one => one.in !== 'body');
  const body = call.members.filter(one => one.in === 'body');
  return (
    <Stack gap="sm">
      <Group gap={4} wrap="nowrap" align="flex-start">
        <Code className={classes.path}>{path}</Code>
        <CopyAction
          value={path}
          label={t('content.copyPath', { path })}
          done={t('content.pathCopied')}
        />
      </Group>
      {call.description !== undefined && (
        <Text size="sm">
          <WithCode text={call.description} />
        </Text>
      )}
      <Text size="sm">
        <strong>{t('content.access')}:</strong> {call.access}
      </Text>
      {call.aliases.length > 0 && (
        <Text size="sm" component="div">
          <strong>{t('content.aliases')}:</strong>{' '}
          {call.aliases.map(alias => (
            <Code key={alias} className={classes.path} mr={6}>
              {alias}
            </Code>
          ))}
        </Text>
      )}
      <Members title={t('content.parameters')} members={parameters} />
      <Members title={t('content.body')} members={body} />
      <Text size="sm" component="div">
        <strong>{t('content.answer')}</strong> {call.status}:{' '}
        <Code className={classes.path}>{call.answer}</Code>
      </Text>
    </Stack>
  );
}

function Members({ title, members }: { title: string; members: DocCall['members'] }) {
  const { t } = useTranslation('docs');
  if (members.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <ul className={classes.members}>
        {members.map(({ in: place, name, type, required, description }) => (
          <li key={`${place} ${name}`}>
            <Code>{name}</Code> <Code className={classes.path}>{type}</Code>
            {required && (
              <Text span size="sm">
                {' '}
                · {t('content.required')}
              </Text>
            )}
            {description !== undefined && (
              <Text span size="sm">
                : <WithCode text={description} />
              </Text>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
