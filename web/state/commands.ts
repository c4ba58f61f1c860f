import { useEffect, useEffectEvent, useId } from 'react';
import { latinLetter, type PressedKey } from '../lib/latin-letter.ts';
import { atom, store } from './jotai.ts';

/** Something that can be done where one is: the palette offers it, its keys do it at once. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /**
   * As `mod+K`, where mod is Ctrl, or ⌘ on a Mac; a letter that is typed, as `?`, counts outside of
   * texts only.
   */
  readonly keys?: string;
  readonly run: () => void;
}

/** Keys that something hears by itself, as a grid does; they are only told. */
export interface Shortcut {
  readonly keys: readonly string[];
  readonly label: string;
}

/** Where one is, with all that can be done there. */
export interface Place {
  readonly title: string;
  readonly commands: readonly Command[];
  readonly shortcuts?: readonly Shortcut[];
  /** Comes behind the others. */
  readonly isEverywhere?: boolean;
}

const held = atom<ReadonlyMap<string, Place>>(new Map());

/** The places that are shown now. */
export const placesAtom = atom(get =>
  [...get(held).values()].toSorted(
    (a, b) => Number(a.isEverywhere ?? false) - Number(b.isEverywhere ?? false),
  ),
);

/**
 * Makes a place known while the component is there: to the palette, to the list of shortcuts, and
 * to the keyboard.
 */
export function useCommands(place: Place): void {
  const owner = useId();
  const run = useEffectEvent((id: string) =>
    place.commands.find(command => command.id === id)?.run(),
  );
  const told = JSON.stringify({
    ...place,
    commands: place.commands.map(({ id, label, keys }) => ({ id, label, keys })),
  });
  useEffect(() => {
    const known = JSON.parse(told) as Omit<Place, 'commands'> & {
      readonly commands: readonly Omit<Command, 'run'>[];
    };
    store.set(held, places =>
      new Map(places).set(owner, {
        ...known,
        commands: known.commands.map(command => ({ ...command, run: () => run(command.id) })),
      }),
    );
    return () => store.set(held, places => new Map([...places].filter(([id]) => id !== owner)));
  }, [owner, told]);
}

const writes = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'));

/** Whether a key that was pressed is the one that is written so. */
export function isPressed(
  keys: string,
  {
    key,
    code,
    ctrlKey,
    metaKey,
    altKey,
    target,
  }: PressedKey & Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>,
): boolean {
  const [wanted, hasMod] = keys.startsWith('mod+')
    ? [keys.slice('mod+'.length), true]
    : [keys, false];
  // AltGr reports Ctrl and Alt together on a Turkish keyboard.
  const pressed = hasMod
    ? latinLetter({ key, ...(code !== undefined && { code }) })
    : key.toLowerCase();
  return (
    pressed === wanted.toLowerCase() &&
    (ctrlKey || metaKey) === hasMod &&
    (!hasMod ? !writes(target) : !altKey)
  );
}

/**
 * Hears the keys of every command of the places that are shown, until the returned function is
 * called. What somebody has answered already is theirs.
 */
export function hearKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const command = store
      .get(placesAtom)
      .flatMap(({ commands }) => commands)
      .find(({ keys }) => keys !== undefined && isPressed(keys, event));
    if (command === undefined) return;
    event.preventDefault();
    command.run();
  };
  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}

/** The dialogs that can be asked for on every screen. */
type AppDialog = 'palette' | 'shortcuts' | 'leave';
const asked = atom<AppDialog | null>(null);
/** Which of them is open. */
export const dialogAtom = atom(get => get(asked));
export const askFor = (dialog: AppDialog | null): void => store.set(asked, dialog);
