import { Suspense, useState, type ReactNode } from 'react';

interface Props {
  isNeeded: boolean;
  children: ReactNode;
}

/** A lazy part that loads when it is first needed, and stays, so that it keeps its state. */
export function OnceNeeded({ isNeeded, children }: Props) {
  const [wasNeeded, setWasNeeded] = useState(isNeeded);
  if (isNeeded && !wasNeeded) setWasNeeded(true);
  return wasNeeded && <Suspense>{children}</Suspense>;
}
