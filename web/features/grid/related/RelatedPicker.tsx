import type { Relationship } from '@hzm/contracts/features/tables/relationship';
import {
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import { draftOfIds, draftParts, isToMany, relationshipOf } from '../../../lib/values/related.ts';
import { backToCell, Combobox, inputIn } from '../cells/fields/Combobox.tsx';
import type { EditorProps } from '../cells/fields/kind.ts';
import { useFound } from './use-found.ts';
import { RelatedContext, type RelatedRow } from './use-related.ts';
import classes from '../cells/fields/choice.module.css';
import chipClasses from '../cells/fields/related.module.css';

const drawRow = ({ name }: RelatedRow) => (
  <span className={classes.new} dir="auto">
    {name}
  </span>
);

/** The rows of another table: those that are chosen, and a text that finds others by theirs. */
export function RelatedPicker(props: EditorProps) {
  const { t } = useTranslation('grid');
  const related = use(RelatedContext);
  const { field, floating = false, focused = false } = props;
  const relationship = relationshipOf(field)!;
  const picking = usePicking(props, relationship);
  const { root, isMulti, open, setOpen, ids, typed, found, status, at } = picking;
  const nameOf = (id: string): string => {
    const name = related?.nameOf(relationship, id);
    return name === null ? related!.deleted : (name ?? '…');
  };
  // It was loaded after the editor had opened.
  useLayoutEffect(() => {
    if (focused && floating) inputIn(root)?.focus();
  }, [root, focused, floating]);
  const chips = (isMulti || typed === '' ? ids : []).map(id => (
    <span
      key={id}
      className={chipClasses.chip}
      data-deleted={related?.nameOf(relationship, id) === null || undefined}
      dir="auto"
    >
      {nameOf(id)}
    </span>
  ));
  const ready = typed === '' ? 'related.empty' : 'related.noneFits';
  return (
    <Combobox
      editor={props}
      root={root}
      isOpen={open}
      onOpen={setOpen}
      typed={typed}
      onTyped={text => picking.say(isMulti ? ids : [], text)}
      names={ids.map(nameOf)}
      chips={chips}
      example={t('related.find')}
      onStep={picking.step}
      onKey={event => onKey(event, floating, picking)}
      entries={found}
      at={at}
      isMulti={isMulti}
      isBusy={status === 'reading'}
      keyOf={row => row.id}
      isChosen={row => ids.includes(row.id)}
      draw={drawRow}
      none={t(status === 'ready' ? ready : `related.${status}`)}
      onChoose={picking.choose}
      onHover={picking.setMoved}
    />
  );
}

/** The rows of a draft, the typed text with the rows that fit it, and the ways to choose. */
function usePicking(
  { field, draft, onDraft, floating = false }: EditorProps,
  relationship: Relationship,
) {
  const root = useRef<HTMLSpanElement>(null);
  const isMulti = isToMany(field);
  const [open, setOpen] = useState(floating);
  const [moved, setMoved] = useState<number>();
  /** Enter was pressed before the rows that fit were there. */
  const [hasty, setHasty] = useState(false);
  const { ids, typed } = draftParts(draft);
  const { found, status } = useFound(relationship, typed, open);
  const at = Math.min(moved ?? (typed === '' ? -1 : 0), found.length - 1);
  const say = (next: readonly string[], text = ''): void => {
    setMoved(undefined);
    setHasty(false);
    onDraft(draftOfIds(next, text));
  };
  const withRow = ({ id }: RelatedRow): readonly string[] =>
    !isMulti ? [id] : ids.includes(id) ? ids.filter(one => one !== id) : [...ids, id];
  const choose = (row: RelatedRow): void => {
    say(withRow(row));
    if (isMulti) return;
    // Over a cell one row is all.
    if (floating) backToCell(root);
    else setOpen(false);
  };
  const chooseFirst = useEffectEvent(() => {
    setHasty(false);
    if (found[0]) choose(found[0]);
  });
  useEffect(() => {
    if (!hasty || status !== 'ready') return undefined;
    const timer = setTimeout(() => chooseFirst());
    return () => clearTimeout(timer);
  }, [hasty, status]);
  const step = (by: number): void => {
    if (!open) return setOpen(true);
    const { length } = found;
    if (length > 0) setMoved(at < 0 ? (by > 0 ? 0 : length - 1) : (at + by + length) % length);
  };
  const state = {
    root,
    isMulti,
    open,
    ids,
    typed,
    found,
    status,
    at,
    isMoved: moved !== undefined,
  };
  return { ...state, setOpen, setMoved, setHasty, say, choose, step };
}

type Picking = ReturnType<typeof usePicking>;

function onKey(event: KeyboardEvent, floating: boolean, picking: Picking): void {
  const { isMulti, ids, typed, found, status, at, say } = picking;
  if (event.key === 'Backspace' && typed === '' && ids.length > 0) {
    event.preventDefault();
    picking.setOpen(true);
    return say(ids.slice(0, -1));
  }
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.shiftKey)
    return onEnter(event, floating, picking);
  // Tab takes what the typed letters have found, as Enter does.
  if (event.key === 'Tab' && typed !== '' && status === 'ready' && found[0]) {
    const { id } = found[Math.max(at, 0)]!;
    say(isMulti ? [...new Set([...ids, id])] : [id]);
  }
}

function onEnter(event: KeyboardEvent, floating: boolean, picking: Picking): void {
  const { isMulti, open, typed, found, status, at, isMoved, say } = picking;
  const row = open && (isMoved || typed !== '') ? found[at] : undefined;
  const isEarly = open && typed !== '' && status === 'reading';
  if (!row && !isEarly) return;
  // Over a cell the key goes on to the grid, which keeps the row and moves on.
  if (row && !isEarly && floating && !isMulti) return say([row.id]);
  event.preventDefault();
  event.stopPropagation();
  if (isEarly) picking.setHasty(true);
  else picking.choose(row!);
}
