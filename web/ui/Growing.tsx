import { useEffect, useRef, useState, type ReactNode } from 'react';

/** So many are drawn at first, and so many more each time. */
const STEP = 12;
/** How far below what one sees it already grows. */
const AHEAD = '1200px';

/**
 * The items of a long list as far as one has looked, and more when one comes near the end: drawing
 * hundreds would take seconds.
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
