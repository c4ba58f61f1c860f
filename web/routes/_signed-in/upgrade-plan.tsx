import { createFileRoute, redirect } from '@tanstack/react-router';

/** The other name of `/upgrade`. */
export const Route = createFileRoute('/_signed-in/upgrade-plan')({
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/upgrade', search, replace: true });
  },
});
