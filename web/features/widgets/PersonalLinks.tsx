import { listPersonalLinks, removePersonalLink } from '@hzm/contracts/features/widgets/api';
import type {
  PersonalLink,
  PersonalLinkState,
} from '@hzm/contracts/features/widgets/personal-link';
import type { ListedWidget } from '@hzm/contracts/features/widgets/widget';
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/format.ts';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Question } from '../../ui/Question.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { useChanges } from '../../ui/use-changes.ts';
import { LinkForm, type LinkTask } from './LinkForm.tsx';
import classes from './Widgets.module.css';

const colors: Readonly<Record<PersonalLinkState, string>> = {
  open: 'green',
  expired: 'gray',
  off: 'yellow',
  gone: 'gray',
};

const OF_LINKS: ReadonlySet<string> = new Set(['personal-link']);

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
          <RevokeQuestion
            widgetId={widgetId}
            linkId={revoked.id}
            onClose={() => setRevoked(null)}
            onRevoked={reloadFrom}
          />
        )}
      </Dialog>
    </Panel>
  );
}

function RevokeQuestion({
  widgetId,
  linkId,
  onClose,
  onRevoked,
}: {
  widgetId: string;
  linkId: string;
  onClose: () => void;
  onRevoked: (position: string) => void;
}) {
  const { t } = useTranslation('widgets');
  return (
    <Question
      failed={t('links.notRevoked')}
      confirm={t('links.revoke')}
      onClose={onClose}
      onConfirm={async () => {
        const params = { widgetId, linkId };
        const { position } = await send(removePersonalLink, { params });
        notifyDone(t('links.revoked'));
        onClose();
        onRevoked(position ?? '');
      }}
    >
      <Text>{t('links.revokeText')}</Text>
    </Question>
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
