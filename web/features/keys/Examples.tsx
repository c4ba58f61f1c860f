import type { Project } from '@hzm/contracts/features/projects/project';
import { listRows } from '@hzm/contracts/features/rows/api';
import { numberTypes } from '@hzm/contracts/features/tables/field-validation';
import type { Table } from '@hzm/contracts/features/tables/table';
import {
  Alert,
  Anchor,
  Code,
  Group,
  NativeSelect,
  ScrollArea,
  SegmentedControl,
  Stack,
  Switch,
  Text,
} from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyAction } from '../../ui/CopyAction.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { exampleRequests, type ExampleRequest } from './examples/request.ts';
import { exampleLanguages, writeExample, type ExampleLanguage } from './examples/write-example.ts';
import classes from './Keys.module.css';

/** Programs that call the API with the project's own tables, in several languages. */
export function Examples({
  project,
  apiKey,
  tables,
}: {
  project: Project;
  apiKey: string | null;
  tables: readonly Table[];
}) {
  const { t } = useTranslation('keys');
  const [language, setLanguage] = useState<ExampleLanguage>('curl');
  const [tableId, setTableId] = useState<string | null>(null);
  const [isShown, setShown] = useState(false);
  const table = tables.find(({ id }) => id === tableId) ?? tables[0];
  const isRevealed = isShown && apiKey !== null;
  const requests = useRequests(project, table);
  const credentials = {
    key: isRevealed ? apiKey : null,
    email: project.owner.email,
    password: isRevealed ? project.apiKeyPassword : null,
  };
  const schema = {
    fields: table?.fields ?? [],
    isNumber: (type: Table['fields'][number]['type']) => numberTypes.has(type),
  };
  return (
    <Panel title={t('examples.title')} aside={<Links projectId={project.id} />}>
      <Stack p="md">
        <Text size="sm" c="dimmed">
          {t(project.settings.requireAuth ? 'examples.headers' : 'examples.alone')}
        </Text>
        <Choices
          language={language}
          onLanguage={setLanguage}
          tables={tables}
          tableId={table?.id}
          onTable={setTableId}
        />
        <Revealing isOffered={apiKey !== null} isShown={isShown} onChange={setShown} />
        <MissingExample table={table} requests={requests} />
        {requests.map(request => (
          <Example
            key={request.name}
            name={request.name}
            program={writeExample(language, request, credentials, schema)}
          />
        ))}
      </Stack>
    </Panel>
  );
}

/** Offers to write key and password into the programs, and says where they come from. */
function Revealing({
  isOffered,
  isShown,
  onChange,
}: {
  isOffered: boolean;
  isShown: boolean;
  onChange: (isShown: boolean) => void;
}) {
  const { t } = useTranslation('keys');
  return (
    <>
      {isOffered && (
        <Switch
          label={t('examples.show')}
          checked={isShown}
          onChange={event => onChange(event.currentTarget.checked)}
        />
      )}
      {isOffered && isShown ? (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
          <Text size="sm">{t('examples.shown')}</Text>
        </Alert>
      ) : (
        <Text size="sm" c="dimmed">
          {t('examples.variables')}
        </Text>
      )}
    </>
  );
}

/** Chooses the language, and the table where there are several. */
function Choices({
  language,
  onLanguage,
  tables,
  tableId,
  onTable,
}: {
  language: ExampleLanguage;
  onLanguage: (language: ExampleLanguage) => void;
  tables: readonly Table[];
  tableId: string | undefined;
  onTable: (id: string) => void;
}) {
  const { t } = useTranslation('keys');
  return (
    <Group align="flex-end">
      <ScrollArea type="auto" maw="100%">
        <SegmentedControl
          aria-label={t('examples.language')}
          data={[...exampleLanguages]}
          value={language}
          onChange={onLanguage}
        />
      </ScrollArea>
      {tables.length > 1 && (
        <NativeSelect
          label={t('examples.table')}
          data={tables.map(({ id, name }) => ({ value: id, label: name }))}
          value={tableId}
          onChange={event => onTable(event.currentTarget.value)}
        />
      )}
    </Group>
  );
}

/** The requests about a table, with the values of its newest row where none can be made up. */
function useRequests(project: Project, table: Table | undefined): readonly ExampleRequest[] {
  const { data } = useAnswer(
    listRows,
    table ? { params: { tableId: table.id }, query: { limit: 1 } } : null,
  );
  return exampleRequests({
    origin: location.origin,
    projectId: project.id,
    table,
    row: data?.rows[0],
    today: todayIn(project.settings.timeZone),
    requireAuth: project.settings.requireAuth,
  });
}

/** Today as `YYYY-MM-DD`, which is how dates are written in Sweden. */
const todayIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('sv', { timeZone }).format(Date.now());

function Links({ projectId }: { projectId: string }) {
  const { t } = useTranslation('keys');
  const links = [
    ['/api/v1/openapi.json', t('examples.docs')],
    ['/api/v1/health', t('examples.health')],
  ] as const;
  return (
    <Group gap="sm">
      <Anchor component={Link} to="/api-test" search={{ project: projectId } as never} size="sm">
        {t('examples.reference')}
      </Anchor>
      {links.map(([href, label]) => (
        <Anchor key={href} size="sm" href={href} target="_blank" rel="noopener">
          {label}
        </Anchor>
      ))}
    </Group>
  );
}

/** Says why a table has no example that adds a row. */
function MissingExample({
  table,
  requests,
}: {
  table: Table | undefined;
  requests: readonly ExampleRequest[];
}) {
  const { t } = useTranslation('keys');
  if (requests.some(({ name }) => name === 'add')) return null;
  return (
    <Text size="sm">
      {t(
        !table
          ? 'examples.noTable'
          : table.fields.length === 0
            ? 'examples.noFields'
            : 'examples.noRow',
      )}
    </Text>
  );
}

function Example({ name, program }: { name: ExampleRequest['name']; program: string }) {
  const { t } = useTranslation('keys');
  const title = t(`examples.${name}`);
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {title}
        {name === 'addField' && (
          <Text span size="sm" c="dimmed" fw={400}>
            {' '}
            {t('examples.fullKey')}
          </Text>
        )}
      </Text>
      <div className={classes.example}>
        <Code block role="group" aria-label={title} tabIndex={0} dir="ltr">
          {program}
        </Code>
        <CopyAction
          value={program}
          label={t('examples.copy', { what: title })}
          done={t('examples.copied')}
        />
      </div>
    </div>
  );
}
