import type { Field } from '@hzm/contracts/features/tables/table';
import { ActionIcon, Popover } from '@mantine/core';
import { IconPalette } from '@tabler/icons-react';
import { Suspense, useRef, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { Words } from '../../../lib/values/value-text.ts';
import { part } from '../../../ui/part.ts';
import { useAfterStep } from '../../../ui/use-history-step.ts';
import { useTold } from '../filters/use-told.ts';
import type { View } from '../model/view.ts';
import { LookPanel } from './LookPanel.tsx';

const ColorsDialog = part(async () => (await import('./ColorsDialog.tsx')).ColorsDialog);

interface Props {
  tableId: string;
  fields: readonly Field[];
  words: Words;
  view: View;
  onView: (view: View) => void;
  /** Shows rows as cards, or as a grid; absent on a board and for closed groups. */
  onGallery: ((isGallery: boolean) => void) | undefined;
  isOneScroll: boolean;
  /** Chooses between one scroll and pages; absent on a board and for closed groups. */
  onOneScroll: ((isOneScroll: boolean) => void) | undefined;
}

/** Opens how rows look: the colours that tell them apart. */
export function LookButton(props: Props) {
  const { tableId, fields, words, view, onView } = props;
  const [isColoring, setColoring] = useState<boolean>();
  const told = useTold(words);
  const afterStep = useAfterStep();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <LookPopover
        ref={button}
        view={view}
        onView={onView}
        onGallery={props.onGallery}
        isOneScroll={props.isOneScroll}
        onOneScroll={props.onOneScroll}
        onColors={() => setColoring(true)}
      />
      {isColoring !== undefined && (
        <Suspense>
          <ColorsDialog
            opened={isColoring}
            tableId={tableId}
            fields={fields}
            words={words}
            told={told}
            colors={view.colors}
            focusTo={() => button.current}
            onClose={() => setColoring(false)}
            onColors={colors => {
              setColoring(false);
              afterStep(() => onView({ ...view, colors }));
            }}
          />
        </Suspense>
      )}
    </>
  );
}

type PopoverProps = Pick<Props, 'view' | 'onView' | 'onGallery' | 'isOneScroll' | 'onOneScroll'> & {
  ref: Ref<HTMLButtonElement>;
  onColors: () => void;
};

/** A button with the panel under it, which closes when the panel leads elsewhere. */
function LookPopover({ ref, onGallery, onColors, ...rest }: PopoverProps) {
  const { t } = useTranslation('grid');
  const [open, setOpen] = useState(false);
  const leaving =
    <Args extends readonly unknown[]>(go: (...args: Args) => void) =>
    (...args: Args): void => {
      setOpen(false);
      go(...args);
    };
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width={300}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          ref={ref}
          variant="default"
          size="lg"
          aria-label={t('look.title')}
          title={t('look.title')}
          aria-expanded={open}
          onClick={() => setOpen(now => !now)}
        >
          <IconPalette size={17} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        {open && (
          <LookPanel
            {...rest}
            onGallery={onGallery && leaving(onGallery)}
            onColors={leaving(onColors)}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
