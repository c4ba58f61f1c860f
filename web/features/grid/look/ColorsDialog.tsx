import { MAX_CONDITIONS } from '@hzm/contracts/features/rows/row';
import { MAX_COLOR_RULES } from '@hzm/contracts/features/saved-views/color-rules';
import type { Field } from '@hzm/contracts/features/tables/table';
import { Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Words } from '../../../lib/values/value-text.ts';
import { DraftDialog, DraftForm } from '../filters/DraftDialog.tsx';
import type { Colors } from '../model/colors.ts';
import type { WhereWords } from '../model/where-text.ts';
import { draftOfRule, newRule, readRules, withMoved, type RuleDraft } from './rule-draft.ts';
import { RuleFields } from './RuleFields.tsx';
import classes from './Look.module.css';

interface Props {
  opened: boolean;
  tableId: string;
  fields: readonly Field[];
  words: Words;
  told: Words & WhereWords;
  colors: Colors | undefined;
  /** Finds the button that opened it: the panel with the first one is gone. */
  focusTo: () => HTMLElement | null;
  onClose: () => void;
  onColors: (colors: Colors | undefined) => void;
}

/** The colour rules of a view, of which the first that applies counts. */
export function ColorsDialog({ opened, focusTo, onClose, ...form }: Props) {
  const { t } = useTranslation('grid');
  return (
    <DraftDialog opened={opened} title={t('look.colors')} focusTo={focusTo} onClose={onClose}>
      <ColorsForm {...form} onClose={onClose} />
    </DraftDialog>
  );
}

type FormProps = Omit<Props, 'opened' | 'focusTo'>;

function ColorsForm(props: FormProps) {
  const { tableId, fields, words, told, onClose } = props;
  const { t } = useTranslation('grid');
  const ref = useRef<HTMLFormElement>(null);
  const { drafts, setDrafts, isOver, apply } = useRuleDrafts(props);
  const focus = (selector: string): void => {
    setTimeout(() => {
      const found = ref.current?.querySelectorAll<HTMLElement>(selector);
      [...(found ?? [])].at(-1)?.focus();
    });
  };
  return (
    <DraftForm
      ref={ref}
      problem={isOver && t('look.tooManyConditions', { count: MAX_CONDITIONS })}
      onApply={apply}
      onCancel={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('look.colorsHint')}
      </Text>
      <ol className={classes.rules}>
        {drafts.map((draft, at) => (
          <RuleFields
            key={draft.key}
            draft={draft}
            place={at + 1}
            isLast={at === drafts.length - 1}
            tableId={tableId}
            fields={fields}
            words={words}
            told={told}
            onChange={next => setDrafts(drafts.with(at, next))}
            onMove={by => setDrafts(withMoved(drafts, at, by))}
            onRemove={() => {
              setDrafts(drafts.toSpliced(at, 1));
              focus('[data-add-rule]');
            }}
          />
        ))}
      </ol>
      <AddRule
        isFull={drafts.length >= MAX_COLOR_RULES}
        onAdd={() => {
          setDrafts([...drafts, newRule(drafts, fields)]);
          focus('[data-rule-cell]');
        }}
      />
    </DraftForm>
  );
}

/** The rules as they are being written, and whether they hold too many conditions. */
function useRuleDrafts({ colors, fields, words, onColors }: FormProps) {
  const [isOver, setOver] = useState(false);
  const [drafts, setDrafts] = useState<readonly RuleDraft[]>(() =>
    colors ? colors.map((rule, i) => draftOfRule(rule, i, fields, words)) : [newRule([], fields)],
  );
  const apply = (): void => {
    const { rules, read, isRight, isOver: isTooMuch } = readRules(drafts, fields, words);
    setDrafts(read);
    setOver(isTooMuch);
    if (isRight && !isTooMuch) onColors(rules.length > 0 ? rules : undefined);
  };
  return { drafts, setDrafts, isOver, apply };
}

function AddRule({ isFull, onAdd }: { isFull: boolean; onAdd: () => void }) {
  const { t } = useTranslation('grid');
  return (
    <Group gap="xs">
      <Button
        data-add-rule
        size="sm"
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        aria-disabled={isFull}
        onClick={() => {
          if (!isFull) onAdd();
        }}
      >
        {t('look.addRule')}
      </Button>
      {isFull && (
        <Text size="sm" c="dimmed">
          {t('look.rulesFull', { count: MAX_COLOR_RULES })}
        </Text>
      )}
    </Group>
  );
}
