import { useLocation } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address that an invitation names, for the forms to sign in and to register. */
    invited?: string;
  }
}

/** Returns the address of the invitation that led here; empty without one. */
export const useInvitedEmail = (): string =>
  useLocation({ select: ({ state }) => state.invited ?? '' });
