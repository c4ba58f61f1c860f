import { useEffect, useEffectEvent, useId } from 'react';
import { latinLetter, type PressedKey } from '../lib/latin-letter.ts';
import { atom, store } from './jotai.ts';

/** An action of the current screen, offered by the palette and run by its keys. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /**
   * As `mod+K`, where mod is Ctrl, or ⌘ on a Mac; a typed letter, as `?`, counts outside of inputs
   * only.
   */
  readonly keys?: string;
  readonly run: () => void;
}

/** Keys that a component handles itself, such as the grid; listed only. */
export interface Shortcut {
  readonly keys: readonly string[];
  readonly label: string;
}

/** A screen with its actions. */
export interface Place {
  readonly title: string;
  readonly commands: readonly Command[];
  readonly shortcuts?: readonly Shortcut[];
  /** Sorts after the others. */
  readonly isEverywhere?: boolean;
}

const held = atom<ReadonlyMap<string, Place>>(new Map());

export const placesAtom = atom(get =>
  [...get(held).values()].toSorted(
    (a, b) => Number(a.isEverywhere ?? false) - Number(b.isEverywhere ?? false),
  ),
);

/**
 * Registers a screen's actions with the palette, the list of shortcuts and the keyboard while the
 * component is mounted.
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

/** Whether a pressed key matches a shortcut. */
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
 * Handles the keys of all registered commands until the returned function is called. Skips events
 * that were handled already.
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

/** The dialogs available on every screen. */
type AppDialog = 'palette' | 'shortcuts' | 'leave';
const asked = atom<AppDialog | null>(null);
export const dialogAtom = atom(get => get(asked));
export const askFor = (dialog: AppDialog | null): void => store.set(asked, dialog);
