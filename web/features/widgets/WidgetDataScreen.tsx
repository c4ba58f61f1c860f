import type { AnswerOf } from '@hzm/contracts/core/call';
import { getWidgetData } from '@hzm/contracts/features/widgets/api';
import type { Widget } from '@hzm/contracts/features/widgets/widget';
import type { ListedWidget } from '@hzm/contracts/features/widgets/widget';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowLeft,
  IconDownload,
  IconPalette,
  IconRefresh,
  IconSettings,
} from '@tabler/icons-react';
import { Link, useCanGoBack, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api-error.ts';
import { saveFile } from '../../lib/files.ts';
import { watch } from '../../realtime/socket.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { NotHere } from '../../ui/NotHere.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageWaiting } from '../../ui/PageWaiting.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Trail } from '../../ui/Trail.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { AllLooks } from './AllLooks.tsx';
import { WidgetBadges } from './badges.tsx';
import { CallList } from './CallList.tsx';
import { callsOf } from './calls.ts';
import { DataTable } from './DataTable.tsx';
import type { LinkTask } from './LinkForm.tsx';
import { PersonalLinks } from './PersonalLinks.tsx';
import { useWidget } from './use-widgets.ts';
import classes from './Widgets.module.css';

const isMissing = ({ status }: ApiError): boolean => [400, 403, 404].includes(status);

/** Whether an address asks for the widget in every theme and size in place of its rows. */
const isOfLooks = (search: object): boolean => 'looks' in search && search.looks === true;

/** The rows of a widget while they change, and the calls that read and write them. */
export function WidgetDataScreen({ widgetId }: { widgetId: string }) {
  const { t } = useTranslation('widgets');
  // Asked here, not in the route, whose checks every first page loads.
  const wantsLooks = useSearch({ strict: false, select: isOfLooks });
  const asked = useWidget(widgetId);
  const widget = asked.data?.widget;
  const content = useContent(widgetId, widget !== undefined && widget.state !== 'draft');
  const { data } = content;
  const { error } = asked;
  // Deleted meanwhile, or out of reach.
  if (error && (!widget || isMissing(error)))
    return <Unknown error={error} onRetry={asked.reload} />;
  if (!widget) return <PageWaiting text={t('data.loading')} />;
  const showsLooks = wantsLooks && widget.state === 'live';
  const list = `/projects/${widget.project.id}/widgets`;
  const save = (): void => {
    const text = JSON.stringify(data, null, 2);
    saveFile(new File([text], `${widget.name}.json`, { type: 'application/json' }));
    notifyDone(t('data.exported'));
  };
  return (
    <Page
      title={widget.name}
      back={<Trail project={widget.project} crumbs={[{ label: t('list.title'), to: list }]} />}
      subtitle={
        <Stack gap={6}>
          {widget.description && <Text size="sm">{widget.description}</Text>}
          <WidgetBadges widget={widget} />
        </Stack>
      }
      actions={
        <DataActions
          list={list}
          widget={widget}
          widgetId={widgetId}
          showsLooks={showsLooks}
          content={content}
          save={save}
        />
      }
    >
      <WidgetData widget={widget} list={list} content={content} showsLooks={showsLooks} />
    </Page>
  );
}

function DataActions({
  list,
  widget,
  widgetId,
  showsLooks,
  content,
  save,
}: {
  list: string;
  widget: Widget;
  widgetId: string;
  showsLooks: boolean;
  content: ReturnType<typeof useContent>;
  save: () => void;
}) {
  const { t } = useTranslation('widgets');
  const { data } = content;
  return (
    <Group gap="xs">
      <BackButton to={list} />
      {widget.state === 'live' && (
        <Button
          component={Link}
          to="/widgets/$widgetId/data"
          params={{ widgetId } as never}
          search={(showsLooks ? {} : { looks: true }) as never}
          variant="default"
          leftSection={<IconPalette size={17} aria-hidden />}
        >
          {t(showsLooks ? 'looks.back' : 'looks.all')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconRefresh size={17} aria-hidden />}
        loading={content.isRefreshing}
        disabled={widget.state === 'draft'}
        onClick={content.refresh}
      >
        {t('data.refresh')}
      </Button>
      <Button
        leftSection={<IconDownload size={17} aria-hidden />}
        disabled={data === null}
        onClick={save}
      >
        {t('data.export')}
      </Button>
    </Group>
  );
}

function WidgetData({
  widget,
  list,
  content,
  showsLooks,
}: {
  widget: Widget;
  list: string;
  content: ReturnType<typeof useContent>;
  showsLooks: boolean;
}) {
  const { t } = useTranslation('widgets');
  const { data } = content;
  return (
    <Stack gap="lg">
      {widget.state === 'draft' && (
        <EmptyState icon={<IconSettings size={26} />} text={t('data.draft')}>
          <Button component={Link} to={list} variant="default">
            {t('list.title')}
          </Button>
        </EmptyState>
      )}
      {widget.faults.length > 0 && (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={20} aria-hidden />}
          title={t('broken.title')}
        >
          <ul>
            {widget.faults.map(({ path, message }) => (
              <li key={`${path} ${message}`}>{message}</li>
            ))}
          </ul>
        </Alert>
      )}
      {content.error && widget.state !== 'broken' && (
        <ErrorNotice
          error={content.error}
          title={t('data.failed', { status: content.error.status })}
          network={t('data.unanswered')}
          onRetry={content.reload}
        />
      )}
      {data === null && content.error === null && widget.state !== 'draft' && (
        <Waiting text={t('data.loading')} heights={[280]} radius="lg" />
      )}
      {showsLooks ? <AllLooks widget={widget} /> : <Content widget={widget} data={data} />}
    </Stack>
  );
}

interface ContentProps {
  widget: ListedWidget;
  data: AnswerOf<typeof getWidgetData> | null;
}

/** The rows of a widget, the personal links of a form, and the calls. */
function Content({ widget, data }: ContentProps) {
  const { t } = useTranslation('widgets');
  const [task, setTask] = useState<LinkTask | null>(null);
  const mayShare = data?.mayShare === true;
  const { id: widgetId } = widget;
  return (
    <>
      {data && (
        <Panel title={t('data.rows', { count: data.rows.length })}>
          <DataTable
            columns={data.columns}
            rows={data.rows}
            label={widget.name}
            onLink={mayShare ? place => setTask({ rowId: data.rowIds[place]! }) : undefined}
          />
        </Panel>
      )}
      {mayShare && <PersonalLinks widget={widget} task={task} onTask={setTask} />}
      <Panel title={t('calls.title')}>
        <div className={classes.within}>
          <CallList calls={callsOf(location.origin, widgetId, data?.columns ?? [])} />
        </div>
      </Panel>
    </>
  );
}

/** Reads the rows of a widget, again when they change or a reader wants it. */
function useContent(widgetId: string, isThere: boolean) {
  const asked = useAnswer(getWidgetData, isThere ? { params: { widgetId } } : null);
  const [before, setBefore] = useState<unknown>(null);
  const again = useEffectEvent(asked.reloadFrom);
  useEffect(
    () =>
      watch(`widget:${widgetId}`, {
        onChanges: ({ position }) => again(position),
        onRefetch: () => again(''),
      }),
    [widgetId],
  );
  return {
    ...asked,
    isRefreshing: before !== null && before === asked.data && asked.error === null,
    refresh: () => {
      setBefore(asked.data);
      asked.reload();
    },
  };
}

/** Goes to where its reader came from, or to the list. */
function BackButton({ to }: { to: string }) {
  const { t } = useTranslation('widgets');
  const { history } = useRouter();
  const isFromHere = useCanGoBack();
  const icon = <IconArrowLeft size={17} aria-hidden />;
  return isFromHere ? (
    <Button variant="default" leftSection={icon} onClick={() => history.back()}>
      {t('data.back')}
    </Button>
  ) : (
    <Button variant="default" leftSection={icon} component={Link} to={to}>
      {t('data.back')}
    </Button>
  );
}

function Unknown({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const { t } = useTranslation(['widgets', 'projects']);
  const back = t('projects:detail.back');
  return (
    <Page title={t('data.title')} back={<BackLink to="/projects" label={back} />}>
      {isMissing(error) ? (
        <NotHere title={t('data.missing')} text={t('data.missingText')}>
          <Button variant="default" component={Link} to="/projects">
            {back}
          </Button>
        </NotHere>
      ) : (
        <ErrorNotice
          error={error}
          title={t('data.failed', { status: error.status })}
          network={t('data.unanswered')}
          onRetry={onRetry}
        />
      )}
    </Page>
  );
}
