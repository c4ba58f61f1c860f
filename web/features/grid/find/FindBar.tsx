import type { Field } from '@hzm/contracts/features/tables/table';
import { ActionIcon, CloseButton, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../lib/error-text.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import type { View } from '../model/view.ts';
import type { Lines } from '../sync/lines.ts';
import type { Finding } from './use-finding.ts';
import { useFound, type Found } from './use-found.ts';
import classes from './FindBar.module.css';

interface Props {
  tableId: string;
  /** The fields of the columns that are shown: others are not searched. */
  fields: readonly Field[];
  view: View;
  lines: Lines;
  finding: Finding;
}

/** Finds a text in the cells of all rows of the view, and goes from one to the next. */
export function FindBar({ tableId, fields, view, lines, finding }: Props) {
  const { t } = useTranslation('grid');
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const found = useFound({ tableId, fields, view, lines, finding, text });
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, [finding.round]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') finding.close();
    else if (event.key === 'Enter' && event.target === input.current)
      found.step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div role="search" aria-label={t('find.label')} className={classes.bar} onKeyDown={onKeyDown}>
      <TextInput
        ref={input}
        className={classes.text}
        size="xs"
        aria-label={t('find.label')}
        placeholder={t('find.label')}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      <span role="status" className={`hzm-figures ${classes.count}`} data-testid="found">
        <CountText found={found} />
      </span>
      <StepButton by={-1} found={found} />
      <StepButton by={1} found={found} />
      <CloseButton
        aria-label={t('find.close')}
        title={t('withKeys', { what: t('find.close'), keys: 'Esc' })}
        onClick={finding.close}
      />
      {found.state === 'error' && <Failure found={found} />}
    </div>
  );
}

/** Goes to the next match, or the previous one. */
function StepButton({ by, found }: { by: 1 | -1; found: Found }) {
  const { t } = useTranslation('grid');
  const label = t(by === 1 ? 'find.next' : 'find.previous');
  const Icon = by === 1 ? IconChevronDown : IconChevronUp;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      title={t('withKeys', { what: label, keys: by === 1 ? 'Enter' : 'Shift+Enter' })}
      disabled={found.count === 0}
      onClick={() => found.step(by)}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}

function CountText({ found: { state, place, count, isAll } }: { found: Found }) {
  const { t } = useTranslation('grid');
  const language = useLanguage();
  if (state === 'idle' || state === 'error') return null;
  if (state === 'searching') return t('find.searching');
  if (count === 0) return t('find.none');
  const formatted = formatNumber(count, language);
  if (place < 0) return t(isAll ? 'find.found' : 'find.foundMore', { count: formatted });
  const at = formatNumber(place + 1, language);
  return t(isAll ? 'find.place' : 'find.placeOfMore', { place: at, count: formatted });
}

function Failure({ found: { error, retry } }: { found: Found }) {
  const { t } = useTranslation('grid');
  const errorText = useErrorText();
  return (
    <Text role="alert" size="xs" c="red" className={classes.error}>
      {t('find.failed')}: {errorText(error)}{' '}
      <UnstyledButton fz="xs" td="underline" onClick={retry}>
        {t('find.retry')}
      </UnstyledButton>
    </Text>
  );
}
