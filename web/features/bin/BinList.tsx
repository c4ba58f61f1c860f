import { Alert, Button, Checkbox, Group, Text } from '@mantine/core';
import { IconInfoCircle, IconRestore, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import type { Place } from './api.ts';
import { BinItem } from './BinItem.tsx';
import { EraseDialog } from './EraseDialog.tsx';
import type { Item, ItemPage } from './kinds.ts';
import { RestoreProblem } from './RestoreProblem.tsx';
import { useRestoring } from './use-restoring.tsx';
import classes from './Bin.module.css';

interface Props {
  place: Place;
  /** Tells until when these things can be restored. */
  hint: string;
  /** Absent while loading. */
  page: ItemPage | undefined;
  error: ApiError | null;
  reload: () => void;
}

/** One list of the bin: things are restored singly or together, and erased one by one. */
export function BinList({ place, hint, page, error, reload }: Props) {
  const { t } = useTranslation('bin');
  const [erasing, setErasing] = useState<Item | null>(null);
  const restoring = useRestoring(place, reload);
  if (!page)
    return error ? <ErrorNotice error={error} title={t('failed')} onRetry={reload} /> : <Loading />;
  return (
    <>
      {error && <ErrorNotice error={error} title={t('failed')} onRetry={reload} />}
      {restoring.problem && <RestoreProblem {...restoring.problem} kind={place.kind} />}
      {page.items.length === 0 ? (
        <EmptyState icon={<IconTrash size={26} />} text={t(`empty.${place.kind}`)} />
      ) : (
        <>
          <Alert variant="light" icon={<IconInfoCircle size={20} aria-hidden />} mb="md">
            {hint}
          </Alert>
          <Chosen page={page} busy={restoring.busy} onRestore={restoring.restore}>
            {(isChosen, choose) =>
              page.items.map(item => (
                <BinItem
                  key={item.id}
                  item={item}
                  busy={restoring.busy}
                  isChosen={isChosen(item.id)}
                  onChoose={chosen => choose(item.id, chosen)}
                  onRestore={() => restoring.restore([item])}
                  onErase={place.kind === 'rows' ? undefined : () => setErasing(item)}
                />
              ))
            }
          </Chosen>
          <Pager {...page} />
        </>
      )}
      <EraseDialog
        place={place}
        item={erasing}
        onClose={() => setErasing(null)}
        onDone={() => {
          setErasing(null);
          reload();
        }}
      />
    </>
  );
}

function Loading() {
  const { t } = useTranslation('common');
  return <Waiting text={t('loading')} heights={[64, 64, 64]} gap="xs" />;
}

interface ChosenProps {
  page: ItemPage;
  busy: boolean;
  onRestore: (items: readonly Item[]) => void;
  children: (
    isChosen: (id: string) => boolean,
    choose: (id: string, chosen: boolean) => void,
  ) => ReactNode;
}

/** A list with a checkbox for each thing, and the button that restores those that are chosen. */
function Chosen({ page: { items, total }, busy, onRestore, children }: ChosenProps) {
  const { t } = useTranslation('bin');
  const language = useLanguage();
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const possible = items.filter(({ obstacle }) => obstacle === undefined);
  const chosen = possible.filter(({ id }) => ids.has(id));
  const counted = (count: number) => ({ count, formatted: formatNumber(count, language) });
  const choose = (id: string, isChosen: boolean): void => {
    const next = new Set(ids);
    if (isChosen) next.add(id);
    else next.delete(id);
    setIds(next);
  };
  return (
    <>
      <Group justify="space-between" mb="xs" className={classes.bar}>
        <Checkbox
          label={t('chooseAll')}
          checked={chosen.length > 0 && chosen.length === possible.length}
          indeterminate={chosen.length > 0 && chosen.length < possible.length}
          disabled={possible.length === 0}
          onChange={event =>
            setIds(new Set(event.currentTarget.checked ? possible.map(({ id }) => id) : []))
          }
        />
        {chosen.length > 0 ? (
          <Button
            size="sm"
            loading={busy}
            leftSection={<IconRestore size={17} aria-hidden />}
            onClick={() => onRestore(chosen)}
          >
            {t('restoreChosen', counted(chosen.length))}
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            {t('total', counted(total))}
          </Text>
        )}
      </Group>
      <ul className={classes.list} aria-label={t('title')}>
        {children(id => ids.has(id), choose)}
      </ul>
    </>
  );
}

function Pager({ onNewer, onOlder }: ItemPage) {
  const { t } = useTranslation('bin');
  if (!onNewer && !onOlder) return null;
  return (
    <Group justify="center" mt="md" component="nav" aria-label={t('pages')}>
      <Button variant="default" disabled={!onNewer} onClick={onNewer}>
        {t('newer')}
      </Button>
      <Button variant="default" disabled={!onOlder} onClick={onOlder}>
        {t('older')}
      </Button>
    </Group>
  );
}
