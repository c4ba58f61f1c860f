/** A place in the browser's history, as far as it counts here. */
interface Place {
  readonly pathname: string;
  readonly state: {
    readonly __TSR_index: number;
    readonly steps?: readonly string[];
    readonly over?: boolean;
  };
}

/** Whether one goes back from what was open over a place to that place. */
export function isBackFromStep(from: Place, to: Place): boolean {
  const back = from.state.__TSR_index - to.state.__TSR_index;
  if (from.pathname !== to.pathname || back <= 0) return false;
  return (
    (from.state.steps?.length ?? 0) > (to.state.steps?.length ?? 0) ||
    (from.state.over === true && back === 1)
  );
}
