import { offerHandlers } from './offer-handlers.ts';
import { subscriptionHandlers } from './subscription-handlers.ts';

export const handlers = [...offerHandlers, ...subscriptionHandlers];
