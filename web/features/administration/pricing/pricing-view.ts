/**
 * View of plans and campaigns in the address. `of` shows people on that plan only, `page` is their
 * page, `add` means that the form for a new one of the tab is open.
 */
export interface PricingView {
  readonly tab?: 'campaigns';
  readonly of?: string;
  readonly page?: number;
  readonly add?: true;
}
