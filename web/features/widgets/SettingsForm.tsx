import { sameJson } from '@hzm/contracts/core/json';
import type { Table } from '@hzm/contracts/features/tables/table';
import { changeWidget } from '@hzm/contracts/features/widgets/api';
import type { WidgetSettings } from '@hzm/contracts/features/widgets/settings';
import type { Widget } from '@hzm/contracts/features/widgets/widget';
import { Alert, Stack, Text, useComputedColorScheme } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/error-text.ts';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Form } from '../../ui/Form.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { notifyDone, notifyNotYet } from '../../ui/notify.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { beginning, usable } from './design.ts';
import { DesignFields } from './DesignFields.tsx';
import { DetailFields, type Details } from './DetailFields.tsx';
import { EmbedFrame } from './EmbedFrame.tsx';
import { Preview } from './Preview.tsx';
import { useWidget } from './use-widgets.ts';
import { WidgetFailure } from './WidgetFailure.tsx';
import classes from './Widgets.module.css';

interface Actions {
  onCancel: () => void;
  onDone: (position: string) => void;
}

export function SettingsForm({
  widgetId,
  tables,
  ...actions
}: Actions & { widgetId: string; tables: readonly Table[] }) {
  const { t } = useTranslation('widgets');
  const errorText = useErrorText();
  const { data, error, reload } = useWidget(widgetId);
  if (data) return <Editing widget={data.widget} tables={tables} {...actions} />;
  if (error)
    return (
      <ErrorNotice
        error={error}
        title={t('list.failed', { message: errorText(error) })}
        onRetry={reload}
      />
    );
  return <Waiting text={t('list.loading')} heights={[320]} />;
}

interface Written extends Details {
  readonly settings: WidgetSettings | null;
}
const writtenOf = ({ name, type, description, settings }: Widget): Written => ({
  name,
  type,
  description,
  settings,
});

/** A widget's settings while they are edited, beside the stored widget. */
function useWritten(widget: Widget, tables: readonly Table[]) {
  const { t } = useTranslation('widgets');
  // A remote change does not replace what is being written.
  const [base, setBase] = useState(widget);
  const [written, setWritten] = useState(() => writtenOf(widget));
  const trimmed = {
    ...written,
    name: written.name.trim(),
    description: written.description.trim(),
  };
  const isSame = sameJson(trimmed, writtenOf(base));
  const isNewer = widget._version > base._version;
  if (isNewer && isSame) {
    setBase(widget);
    setWritten(writtenOf(widget));
  }
  const write = (more: Partial<Written>): void => setWritten({ ...written, ...more });
  /** A change of type begins with the stored settings of that type, or with a first design. */
  const writeDetails = ({ type = written.type, ...more }: Partial<Details>): void => {
    if (type === written.type) return write(more);
    const kept = widget.settings?.type === type ? widget.settings : null;
    const choices = usable(tables);
    const source = choices.find(({ id }) => id === written.settings?.tableId);
    const next = kept ?? (source ? beginning(type, source, t('design.count'), choices) : null);
    write({ ...more, type, settings: next });
  };
  return { written, trimmed, isSame, isBehind: isNewer && !isSame, write, writeDetails };
}

function useUpdate(widget: Widget, onDone: Actions['onDone']) {
  const { t } = useTranslation('widgets');
  const { busy, error, run, clear } = useSending();
  const update = (body: Written): Promise<void> =>
    run(async () => {
      const { data, position } = await send(
        changeWidget,
        { params: { widgetId: widget.id }, body },
        { ifMatch: widget._version },
      );
      notifyDone(t('done.updated', { name: data.widget.name }));
      onDone(position ?? '');
    });
  return { busy, error, update, clear };
}

function Editing({
  widget,
  tables,
  onCancel,
  onDone,
}: Actions & { widget: Widget; tables: readonly Table[] }) {
  const { t } = useTranslation('widgets');
  const { busy, error, update, clear } = useUpdate(widget, onDone);
  const { written, trimmed, isSame, isBehind, write, writeDetails } = useWritten(widget, tables);
  const [isNameless, setNameless] = useState(false);
  const forgetFaults = (): void => {
    clear();
    setNameless(false);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setNameless(trimmed.name === '');
    if (trimmed.name === '') return;
    if (isSame) return notifyNotYet(t('details.unchanged'));
    void update(trimmed);
  };
  const faults = error ? error.details : isSame ? widget.faults : [];
  return (
    <Form onSubmit={submit}>
      <div className={classes.designer}>
        <Stack>
          {isBehind && (
            <Alert color="yellow" icon={<IconAlertTriangle size={20} aria-hidden />}>
              {t('details.behind')}
            </Alert>
          )}
          <DetailFields
            details={written}
            nameFault={isNameless ? t('details.nameNeeded') : undefined}
            onChange={more => {
              forgetFaults();
              writeDetails(more);
            }}
          />
          <DesignFields
            type={written.type}
            settings={written.settings}
            tables={tables}
            faultOf={path => faults.find(one => one.path === `settings.${path}`)?.message}
            onChange={settings => {
              forgetFaults();
              write({ settings });
            }}
          />
          {error && <WidgetFailure error={error} action="update" />}
          <FormActions submit={t('actions.update')} busy={busy} onCancel={onCancel} />
        </Stack>
        <EditingPreview widget={widget} written={trimmed} isSame={isSame} />
      </div>
    </Form>
  );
}

/** The published widget, or unsaved settings with the rows of now. */
function EditingPreview({
  widget,
  written: { name, settings },
  isSame,
}: {
  widget: Widget;
  written: Written;
  isSame: boolean;
}) {
  const { t } = useTranslation('widgets');
  const look = {
    theme: useComputedColorScheme('light'),
    size: 'medium',
    lang: useLanguage(),
  } as const;
  return (
    <section className={classes.preview} aria-label={t('preview.title')}>
      <Text size="sm" fw={600} mb="xs">
        {t('preview.title')}
      </Text>
      {isSame && widget.state === 'live' ? (
        <EmbedFrame widget={widget} look={look} />
      ) : settings ? (
        <>
          <Text size="sm" c="dimmed" mb="xs">
            {t('preview.unsaved')}
          </Text>
          <Preview projectId={widget.project.id} name={name} settings={settings} look={look} />
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {t('preview.none')}
        </Text>
      )}
    </section>
  );
}
