import {
  addPersonalLink,
  listPersonalLinks,
  removePersonalLink,
  renewPersonalLink,
} from '@hzm/contracts/features/widgets/api';
import {
  DEFAULT_LINK_DAYS,
  MAX_LINK_DAYS,
  type PersonalLink,
  type PersonalLinkState,
} from '@hzm/contracts/features/widgets/personal-link';
import type { ListedWidget } from '@hzm/contracts/features/widgets/widget';
import { Alert, Badge, Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/format.ts';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { CopyAction } from '../../ui/CopyAction.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { takeFocus } from '../../ui/focus-first.ts';
import { notifyDone } from '../../ui/notify.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Question } from '../../ui/Question.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { useSending } from '../../ui/use-sending.ts';
import { useChanges } from './use-widgets.ts';
import classes from './Widgets.module.css';

const colors: Readonly<Record<PersonalLinkState, string>> = {
  open: 'green',
  expired: 'gray',
  off: 'yellow',
  gone: 'gray',
};

const OF_LINKS: ReadonlySet<string> = new Set(['personal-link']);

/** A link that is asked for: to a row, or one that is renewed. */
export type LinkTask = { readonly rowId: string } | { readonly renewed: PersonalLink };

interface Props {
  widget: ListedWidget;
  task: LinkTask | null;
  onTask: (task: LinkTask | null) => void;
}

/** The personal links of a form: created, renewed and revoked here. */
export function PersonalLinks({ widget, task, onTask }: Props) {
  const { t } = useTranslation('widgets');
  const widgetId = widget.id;
  const { data, error, reload, reloadFrom } = useAnswer(listPersonalLinks, {
    params: { widgetId },
  });
  useChanges(widget.project.id, OF_LINKS, reloadFrom);
  const [revoked, setRevoked] = useState<PersonalLink | null>(null);
  return (
    <Panel title={t('links.title')}>
      <Stack className={classes.within}>
        <Text size="sm">{t('links.lead')}</Text>
        {error && <ErrorNotice error={error} title={t('links.failed')} onRetry={reload} />}
        {data?.links.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('links.none')}
          </Text>
        )}
        {data && data.links.length > 0 && (
          <ul className={classes.lines} aria-label={t('links.title')}>
            {data.links.map(link => (
              <LinkLine
                key={link.id}
                link={link}
                onRenew={() => onTask({ renewed: link })}
                onRevoke={() => setRevoked(link)}
              />
            ))}
          </ul>
        )}
      </Stack>
      <Dialog opened={task !== null} onClose={() => onTask(null)} title={t('links.make')}>
        {task && (
          <LinkForm
            widgetId={widgetId}
            task={task}
            onMade={reloadFrom}
            onClose={() => onTask(null)}
          />
        )}
      </Dialog>
      <Dialog opened={revoked !== null} onClose={() => setRevoked(null)} title={t('links.revoke')}>
        {revoked && (
          <Question
            failed={t('links.notRevoked')}
            confirm={t('links.revoke')}
            onClose={() => setRevoked(null)}
            onConfirm={async () => {
              const params = { widgetId, linkId: revoked.id };
              const { position } = await send(removePersonalLink, { params });
              notifyDone(t('links.revoked'));
              setRevoked(null);
              reloadFrom(position ?? '');
            }}
          >
            <Text>{t('links.revokeText')}</Text>
          </Question>
        )}
      </Dialog>
    </Panel>
  );
}

interface LineProps {
  link: PersonalLink;
  onRenew: () => void;
  onRevoke: () => void;
}

function LinkLine({ link, onRenew, onRevoke }: LineProps) {
  const { t } = useTranslation('widgets');
  const language = useLanguage();
  const { row, rowId, state, by, createdAt, expiresAt } = link;
  const name = row || rowId.slice(-8);
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <div>
          <Group gap={6}>
            <Text size="sm" fw={500} dir="auto" className={classes.name}>
              {name}
            </Text>
            <Badge variant="light" tt="none" color={colors[state]}>
              {t(`links.states.${state}`)}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {t('links.facts', {
              by: by.name || t('links.somebody'),
              created: formatDate(createdAt, language),
              end: formatDate(expiresAt, language),
            })}
          </Text>
        </div>
        <Group gap="xs">
          {state !== 'gone' && (
            <Button
              variant="default"
              size="sm"
              aria-label={t('links.renewOf', { name })}
              onClick={onRenew}
            >
              {t('links.renew')}
            </Button>
          )}
          <Button
            variant="default"
            size="sm"
            aria-label={t('links.revokeOf', { name })}
            onClick={onRevoke}
          >
            {t('links.revoke')}
          </Button>
        </Group>
      </Group>
    </li>
  );
}

interface FormProps {
  widgetId: string;
  task: LinkTask;
  onMade: (position: string) => void;
  onClose: () => void;
}

/** Asks how long a link lasts, and shows its address once. */
function LinkForm({ widgetId, task, onMade, onClose }: FormProps) {
  const { t } = useTranslation(['widgets', 'common']);
  const language = useLanguage();
  const { busy, error, run } = useSending();
  const [days, setDays] = useState<number | string>(DEFAULT_LINK_DAYS);
  const [address, setAddress] = useState<string | null>(null);
  const isFit = typeof days === 'number' && days >= 1 && days <= MAX_LINK_DAYS;
  const make = (): Promise<void> =>
    run(async () => {
      const body = { days: Number(days) };
      const { data, position } =
        'rowId' in task
          ? await send(addPersonalLink, {
              params: { widgetId },
              body: { ...body, rowId: task.rowId },
            })
          : await send(renewPersonalLink, {
              params: { widgetId, linkId: task.renewed.id },
              body,
            });
      setAddress(location.origin + data.url.replace('#', `&lang=${language}#`));
      onMade(position ?? '');
    });
  if (address !== null)
    return (
      <Stack>
        <Alert color="yellow" icon={<IconLink size={20} aria-hidden />} title={t('links.once')}>
          {t('links.onceText')}
        </Alert>
        <Group gap="xs" wrap="nowrap">
          <code className={classes.address}>{address}</code>
          <CopyAction value={address} label={t('links.copy')} done={t('calls.copied')} />
        </Group>
        <Group justify="flex-end">
          <Button ref={takeFocus} onClick={onClose}>
            {t('common:close')}
          </Button>
        </Group>
      </Stack>
    );
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        if (isFit) void make();
      }}
    >
      <Stack>
        <Text size="sm">{t('rowId' in task ? 'links.makeText' : 'links.renewText')}</Text>
        <NumberInput
          label={t('links.days', { most: MAX_LINK_DAYS })}
          value={days}
          onChange={setDays}
          min={1}
          max={MAX_LINK_DAYS}
          allowDecimal={false}
          error={isFit ? undefined : t('links.daysUnfit', { most: MAX_LINK_DAYS })}
          data-autofocus
        />
        {error && <ErrorNotice error={error} title={t('links.notMade')} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('rowId' in task ? 'links.create' : 'links.renew')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
