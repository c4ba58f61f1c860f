/**
 * What of plans and campaigns is looked at, as the address says it. `of`: only who is on that plan;
 * `page`: of those people; `add`: the form for a new one of the tab is open.
 */
export interface PricingView {
  readonly tab?: 'campaigns';
  readonly of?: string;
  readonly page?: number;
  readonly add?: true;
}
