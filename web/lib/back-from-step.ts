/** An entry of the browser's history: its path, its index, and what is open over the screen. */
interface Entry {
  readonly pathname: string;
  readonly state: {
    readonly __TSR_index: number;
    readonly steps?: readonly string[];
    readonly over?: boolean;
  };
}

/** Whether a navigation goes back from a dialog or step to the same screen without it. */
export function isBackFromStep(from: Entry, to: Entry): boolean {
  const back = from.state.__TSR_index - to.state.__TSR_index;
  if (from.pathname !== to.pathname || back <= 0) return false;
  return (
    (from.state.steps?.length ?? 0) > (to.state.steps?.length ?? 0) ||
    (from.state.over === true && back === 1)
  );
}
