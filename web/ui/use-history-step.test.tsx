// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { useHistoryStep } from './use-history-step.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('scrollTo', () => {});

const timers = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 20));

async function openable() {
  const page: { opened: boolean; set: (opened: boolean) => void } = {
    opened: false,
    set: () => {},
  };
  function Page() {
    const [opened, set] = useState(false);
    Object.assign(page, { opened, set });
    useHistoryStep(opened, () => set(false));
    return null;
  }
  const history = createMemoryHistory({ initialEntries: ['/before', '/'], initialIndex: 1 });
  const routeTree = createRootRoute({ component: Page, notFoundComponent: Page });
  const router = createRouter({ routeTree, history });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => {
    root.render(<RouterProvider router={router as never} />);
    await timers();
  });
  return { page, history };
}

it('closes with Back, and goes back when it is closed', async () => {
  const { page, history } = await openable();
  act(() => page.set(true));
  await act(timers);
  expect(history.location.state.steps).toHaveLength(1);
  act(() => history.back());
  await act(timers);
  expect(page.opened).toBe(false);
  act(() => page.set(true));
  await act(timers);
  act(() => page.set(false));
  await act(timers);
  expect(history.location).toMatchObject({ pathname: '/' });
  expect(history.location.state.steps).toBeUndefined();
});

it('stays open if it is opened again in the moment in which Back closes it', async () => {
  const { page, history } = await openable();
  act(() => page.set(true));
  await act(timers);
  act(() => history.back());
  act(() => page.set(true));
  await act(timers);
  expect(page.opened).toBe(true);
  expect(history.location.state.steps).toHaveLength(1);
});
