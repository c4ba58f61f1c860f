/** An operand for amounts of these currencies. */
export interface Amount {
  readonly amount: number;
  readonly currencies: readonly string[];
}
