import { UNLIMITED } from '@hzm/contracts/features/accounts/account';
import type { Project } from '@hzm/contracts/features/projects/project';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Button, Loader, Stack, Text, UnstyledButton } from '@mantine/core';
import {
  IconAddressBook,
  IconChecklist,
  IconShoppingCart,
  IconTablePlus,
  type Icon,
} from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../lib/list-text.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useSession } from '../../../state/use-session.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { tablesOfKind, templateKinds, type TemplateKind } from './templates.ts';
import { useTemplate } from './use-template.ts';
import classes from './TemplateCards.module.css';

interface Props {
  project: Pick<Project, 'id' | 'userId' | 'settings'>;
  /** Names of the project's tables. */
  taken: readonly string[];
  /** Opens the table in its grid. */
  onMade: (table: Table) => void;
  /** Called when tables are being made, and until their sample rows are there or done without. */
  onBusy?: ((isBusy: boolean) => void) | undefined;
}

const icons: Readonly<Record<TemplateKind, Icon>> = {
  blank: IconTablePlus,
  orders: IconShoppingCart,
  contacts: IconAddressBook,
  tasks: IconChecklist,
};

/** Tables to begin with: a blank one, and templates. One click makes them and opens the grid. */
export function TemplateCards({ project, taken, onMade, onBusy }: Props) {
  const { t } = useTranslation('templates');
  const { user } = useSession();
  const [withSamples, setWithSamples] = useState(true);
  const { making, error, missing, make, addMissing, openUnfinished } = useTemplate({
    project,
    taken,
    onMade,
  });
  // The plan of another person is not known; the server refuses what it has no room for.
  const isBounded = project.userId === user.id && user.maxTables !== UNLIMITED;
  const left = isBounded ? user.maxTables - taken.length : Infinity;
  const isBusy = making !== null || missing !== undefined;
  const tell = useEffectEvent(() => onBusy?.(isBusy));
  useEffect(() => tell(), [isBusy]);
  if (missing) return <MissingRows {...missing} onRetry={addMissing} onOpen={openUnfinished} />;
  return (
    <Stack gap="sm">
      <ul className={classes.cards} aria-label={t('list')} aria-busy={making !== null}>
        {templateKinds.map(kind => (
          <li key={kind}>
            <Card
              kind={kind}
              left={left}
              isMaking={making === kind}
              isBusy={making !== null}
              onMake={() => make(kind, withSamples)}
            />
          </li>
        ))}
      </ul>
      <label className={classes.samples}>
        <input
          type="checkbox"
          checked={withSamples}
          onChange={event => setWithSamples(event.currentTarget.checked)}
        />
        {t('samples')}
      </label>
      {error && <ErrorNotice error={error} title={t('failed')} network={t('network')} />}
    </Stack>
  );
}

interface CardProps {
  kind: TemplateKind;
  /** The number of tables that the plan has room for. */
  left: number;
  isMaking: boolean;
  isBusy: boolean;
  onMake: () => void;
}

function Card({ kind, left, isMaking, isBusy, onMake }: CardProps) {
  const { t } = useTranslation('templates');
  const needed = tablesOfKind[kind];
  const hasNoRoom = needed > left;
  const KindIcon = icons[kind];
  return (
    <UnstyledButton
      className={classes.card}
      disabled={hasNoRoom || isBusy}
      data-full={hasNoRoom || undefined}
      onClick={onMake}
    >
      {isMaking ? (
        <Loader size={22} role="status" aria-label={t('making')} />
      ) : (
        <KindIcon size={22} aria-hidden className={classes.icon} />
      )}
      <span>
        <strong>{t(`titles.${kind}`)}</strong>
        <small>
          {hasNoRoom ? t('noRoom', { needed, left: Math.max(0, left) }) : t(`texts.${kind}`)}
        </small>
      </span>
    </UnstyledButton>
  );
}

interface MissingProps {
  /** The tables without their sample rows. */
  tables: readonly string[];
  error: Parameters<typeof ErrorNotice>[0]['error'];
  onRetry: () => void;
  onOpen: () => void;
}

function MissingRows({ tables, error, onRetry, onOpen }: MissingProps) {
  const { t } = useTranslation('templates');
  const language = useLanguage();
  const text = t('rowsFailed', {
    count: tables.length,
    tables: formatList(new Set(tables), language),
  });
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">{text}</Text>
      <ErrorNotice error={error} onRetry={onRetry} />
      <Button variant="default" onClick={onOpen}>
        {t('goOn')}
      </Button>
    </Stack>
  );
}
