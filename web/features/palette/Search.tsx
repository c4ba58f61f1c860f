import { Kbd, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { found, type Group, type Item } from './items.ts';
import classes from './Palette.module.css';

/** The longest text that the server searches for. */
const MAX_QUERY = 100;

interface Props {
  groups: readonly Group[];
  query: string;
  onQuery: (query: string) => void;
  /** Whether nothing more is to come: the server has answered, or is not asked. */
  isComplete: boolean;
  /** Stands under the results. */
  note: ReactNode;
  onChoose: (item: Item) => void;
  onClose: () => void;
}

/**
 * Search field with results. Arrow keys move through the results while the field keeps the focus.
 */
export function Search(props: Props) {
  const { groups, query, onQuery, isComplete, note, onChoose, onClose } = props;
  const { t } = useTranslation('palette');
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const shown = found(groups, query);
  const items = shown.flatMap(group => group.items);
  const [active, setAt] = useActive(items, query);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.id]);

  const move = (to: number): void => setAt((to + items.length) % items.length);
  const onKeyDown = useListKeys({ active, items, move, onChoose, onClose });
  return (
    <>
      <SearchInput id={id} active={active} query={query} setQuery={onQuery} onKeyDown={onKeyDown} />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('label')}
        tabIndex={0}
        className={classes.list}
      >
        {shown.map(({ title, items: ofGroup }, group) => (
          <ResultGroup
            key={title}
            id={id}
            group={group}
            title={title}
            ofGroup={ofGroup}
            active={active}
            setAt={setAt}
            items={items}
            onChoose={onChoose}
          />
        ))}
      </div>
      <Text role="status" ta="center" size="sm" c="dimmed" className={classes.nothing}>
        {isComplete && items.length === 0 && t('nothing')}
      </Text>
      {note}
    </>
  );
}

function SearchInput({
  id,
  active,
  query,
  setQuery,
  onKeyDown,
}: {
  id: string;
  active: Item | undefined;
  query: string;
  setQuery: (value: string) => void;
  onKeyDown: (event: KeyboardEvent<Element>) => void;
}) {
  const { t } = useTranslation('palette');
  return (
    <TextInput
      size="md"
      data-autofocus
      role="combobox"
      aria-expanded
      aria-autocomplete="list"
      aria-controls={`${id}-list`}
      aria-activedescendant={active && `${id}-${active.id}`}
      autoComplete="off"
      spellCheck={false}
      aria-label={t('label')}
      placeholder={t('placeholder')}
      leftSection={<IconSearch size={20} aria-hidden />}
      maxLength={MAX_QUERY}
      value={query}
      onChange={event => setQuery(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}

/**
 * The item that Enter chooses: the first, or the one that was moved to. It stays when results come in
 * before it, so that Enter chooses what one has read.
 */
function useActive(
  items: readonly Item[],
  query: string,
): readonly [Item | undefined, (at: number) => void] {
  const [kept, keep] = useState({ query, id: '', at: 0 });
  const here = items[kept.at];
  const same = here?.id === kept.id ? here : items.find(({ id }) => id === kept.id);
  const active = (kept.query === query ? same : undefined) ?? items[0];
  const id = active?.id ?? '';
  if (kept.query !== query || kept.id !== id) keep({ query, id, at: 0 });
  return [active, at => keep({ query, id: items[at]?.id ?? '', at })];
}

function useListKeys({
  active,
  items,
  move,
  onChoose,
  onClose,
}: {
  active: Item | undefined;
  items: Item[];
  move: (to: number) => void;
  onChoose: (item: Item) => void;
  onClose: () => void;
}) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const now = active === undefined ? 0 : items.indexOf(active);
    if (event.key === 'ArrowDown') move(now + 1);
    else if (event.key === 'ArrowUp') move(now - 1);
    else if (event.key === 'Enter' && active) onChoose(active);
    // Escape closes the whole palette.
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };
  return onKeyDown;
}

function ResultGroup({
  id,
  group,
  title,
  ofGroup,
  active,
  setAt,
  items,
  onChoose,
}: {
  id: string;
  group: number;
  title: string;
  ofGroup: readonly Item[];
  active: Item | undefined;
  setAt: (value: number) => void;
  items: Item[];
  onChoose: (item: Item) => void;
}) {
  return (
    <div role="group" aria-labelledby={`${id}-group-${group}`}>
      <Text id={`${id}-group-${group}`} size="xs" fw={600} c="dimmed" className={classes.title}>
        {title}
      </Text>
      {ofGroup.map(item => (
        <Option
          key={item.id}
          id={`${id}-${item.id}`}
          item={item}
          isActive={item === active}
          onPoint={() => setAt(items.indexOf(item))}
          onChoose={() => onChoose(item)}
        />
      ))}
    </div>
  );
}

function Option({
  id,
  item: { label, description, Icon, keys },
  isActive,
  onPoint,
  onChoose,
}: {
  id: string;
  item: Item;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}) {
  return (
    // The field has the focus and handles keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={classes.option}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <Icon size={20} aria-hidden className={classes.icon} />
      <span className={classes.words}>
        {label}
        {description !== undefined && (
          <Text span size="xs" c="dimmed" display="block">
            {description}
          </Text>
        )}
      </span>
      {keys !== undefined && <Kbd size="xs">{keys.replace('mod', 'Ctrl')}</Kbd>}
    </div>
  );
}
