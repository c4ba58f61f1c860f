import { Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowsDiagonal,
  IconClipboard,
  IconCopy,
  IconCopyPlus,
  IconCut,
  IconEraser,
  IconExternalLink,
  IconLink,
  IconMessage,
  IconPencil,
  IconSquareCheck,
  IconTrash,
} from '@tabler/icons-react';
import { useEffect, useRef, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../body/GridTable.module.css';

/** The actions of a cell's menu; an absent one is not offered. */
export interface CellMenuProps {
  /** Actions on the cell's value; absent at the head of a row. */
  cell:
    | {
        readonly link: (() => void) | undefined;
        readonly edit: (() => void) | undefined;
        readonly cut: (() => void) | undefined;
        readonly copy: (() => void) | undefined;
        readonly paste: (() => void) | undefined;
        readonly fill: (() => void) | undefined;
        readonly clear: (() => void) | undefined;
      }
    | undefined;
  row: {
    readonly open: () => void;
    readonly comment: (() => void) | undefined;
    readonly choose: () => void;
    readonly link: (() => void) | undefined;
    readonly duplicate: (() => void) | undefined;
    readonly delete: (() => void) | undefined;
  };
}

interface ItemProps {
  icon: ComponentType<{ size: number; 'aria-hidden': true }>;
  text: string;
  keys?: string;
  color?: string;
  act: (() => void) | undefined;
}

function Item({ icon: Icon, text, keys, color, act }: ItemProps) {
  if (!act) return null;
  return (
    <Menu.Item
      leftSection={<Icon size={16} aria-hidden />}
      rightSection={
        keys && (
          <small aria-hidden className={classes.keys}>
            {keys}
          </small>
        )
      }
      aria-keyshortcuts={keys?.replace('Ctrl', 'Control')}
      {...(color !== undefined && { color })}
      onClick={act}
    >
      {text}
    </Menu.Item>
  );
}

/** The entries of a cell's menu, with the keys that do the same; read when it is first opened. */
export function CellMenuItems({ cell, row }: CellMenuProps) {
  const { t } = useTranslation('grid');
  const ref = useRef<HTMLDivElement>(null);
  // The menu took the focus before its entries were read.
  useEffect(() => ref.current?.querySelector('button')?.focus(), []);
  return (
    <div ref={ref} role="presentation">
      {cell && (
        <>
          <Item
            icon={IconExternalLink}
            text={t('menu.link')}
            keys={t('menu.linkKeys')}
            act={cell.link}
          />
          <Item icon={IconPencil} text={t('shortcuts.edit')} keys="Enter" act={cell.edit} />
          <Item icon={IconCut} text={t('menu.cut')} keys="Ctrl+X" act={cell.cut} />
          <Item icon={IconCopy} text={t('rows.copy')} keys="Ctrl+C" act={cell.copy} />
          <Item icon={IconClipboard} text={t('menu.paste')} keys="Ctrl+V" act={cell.paste} />
          <Item icon={IconArrowDown} text={t('shortcuts.fill')} keys="Ctrl+D" act={cell.fill} />
          <Item icon={IconEraser} text={t('menu.clear')} keys="Delete" act={cell.clear} />
          <Menu.Divider />
        </>
      )}
      <Item icon={IconArrowsDiagonal} text={t('openRow')} keys="Space" act={row.open} />
      <Item icon={IconMessage} text={t('shortcuts.comment')} keys="Shift+F2" act={row.comment} />
      <Item
        icon={IconSquareCheck}
        text={t('shortcuts.choose')}
        keys="Shift+Space"
        act={row.choose}
      />
      <Item icon={IconLink} text={t('menu.personalLink')} act={row.link} />
      <Item icon={IconCopyPlus} text={t('menu.duplicate')} act={row.duplicate} />
      <Item icon={IconTrash} text={t('deleteRow')} color="red" act={row.delete} />
    </div>
  );
}
