import { useEffect, useState, type RefObject } from 'react';

/** Room around the board in which columns are read before they come into sight. */
const AHEAD = '0px 300px';

/** Whether an element is in sight, or nearly, within what scrolls sideways around it. */
export function useInSight(ref: RefObject<HTMLElement | null>): boolean {
  const [isInSight, setInSight] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      entries => setInSight(entries.at(-1)?.isIntersecting === true),
      { root: element.parentElement, rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return isInSight;
}
