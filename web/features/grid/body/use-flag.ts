import { useRef, useState } from 'react';

/** Something that is to happen with the next drawing. */
export interface Flag {
  readonly raise: () => void;
  readonly lower: () => void;
  readonly isUp: () => boolean;
}

export function useFlag(): Flag {
  const up = useRef(false);
  const [flag] = useState<Flag>(() => ({
    raise: () => {
      up.current = true;
    },
    lower: () => {
      up.current = false;
    },
    isUp: () => up.current,
  }));
  return flag;
}
