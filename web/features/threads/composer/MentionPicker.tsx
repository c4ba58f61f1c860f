import { mentionText } from '@hzm/contracts/features/threads/mentions';
import { IconRowInsertTop, IconTable, IconUser, type Icon } from '@tabler/icons-react';
import { useImperativeHandle, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { MentionQuery } from '../model/writing.ts';
import { useMentionable, type Mentionable } from './use-mentionable.ts';
import classes from './Composer.module.css';

/**
 * Keys forwarded by the text while a mention is written; `press` returns true if it handled one.
 */
export interface MentionPickerKeys {
  readonly press: (key: string) => boolean;
}

interface Props {
  projectId: string;
  mention: MentionQuery;
  onPick: (token: string) => void;
  ref: Ref<MentionPickerKeys>;
}

const icons: Readonly<Record<Mentionable['mention']['kind'], Icon>> = {
  user: IconUser,
  table: IconTable,
  row: IconRowInsertTop,
};

/** People, tables and rows to mention: arrow keys navigate, Enter or Tab picks. */
export function MentionPicker({ projectId, mention, onPick, ref }: Props) {
  const { t } = useTranslation('threads');
  const found = useMentionable(projectId, mention);
  const key = `${mention.sign}${mention.query}`;
  const [chosen, setChosen] = useState({ key, at: 0 });
  const at = chosen.key === key ? Math.min(chosen.at, Math.max(0, found.length - 1)) : 0;
  const pick = ({ label, mention: named }: Mentionable): void => onPick(mentionText(label, named));
  useImperativeHandle(ref, () => ({
    press: pressed => {
      const one = found[at];
      if (one === undefined) return false;
      if (pressed === 'ArrowDown' || pressed === 'ArrowUp')
        setChosen({
          key,
          at: (at + (pressed === 'ArrowDown' ? 1 : -1) + found.length) % found.length,
        });
      else if (pressed === 'Enter' || pressed === 'Tab') pick(one);
      else return false;
      return true;
    },
  }));
  if (found.length === 0) return null;
  return (
    <div
      id="mention-list"
      role="listbox"
      aria-label={t(mention.sign === '@' ? 'composer.people' : 'composer.things')}
      className={classes.mentions}
    >
      {found.map((one, place) => {
        const Drawn = icons[one.mention.kind];
        return (
          // The text keeps the focus and has the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={`${one.mention.kind}${one.mention.id}`}
            role="option"
            aria-selected={place === at}
            className={classes.mention}
            onPointerDown={event => event.preventDefault()}
            onClick={() => pick(one)}
          >
            <Drawn size={16} aria-hidden />
            {one.label}
          </div>
        );
      })}
    </div>
  );
}
