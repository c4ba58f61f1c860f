import { useEffect, useRef, useState, type ReactNode } from 'react';

/** Items rendered at first, and added each time. */
const STEP = 12;
/** Distance below the viewport at which more items are rendered. */
const AHEAD = '1200px';

/**
 * Renders a long list in steps as the reader scrolls, because rendering hundreds of items takes
 * seconds.
 */
export function Growing<Item>({
  items,
  children,
}: {
  items: readonly Item[];
  children: (item: Item) => ReactNode;
}) {
  const [count, setCount] = useState(STEP);
  const end = useRef<HTMLLIElement>(null);
  const isWhole = count >= items.length;
  useEffect(() => {
    if (isWhole || end.current === null) return undefined;
    const near = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setCount(before => before + STEP);
      },
      { rootMargin: AHEAD },
    );
    near.observe(end.current);
    return () => near.disconnect();
  }, [isWhole, count]);
  return (
    <>
      {items.slice(0, count).map(children)}
      {!isWhole && <li ref={end} aria-hidden />}
    </>
  );
}
