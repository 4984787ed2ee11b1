/**
 * The gateway has not taken the order, and not because of who is to be paid: the house's account is empty, a limit is reached. That is no
 * matter of the customer's, so his money does not go back for it.
 */
export class OrderRefusedError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`the gateway did not take the order: ${code}`);
    this.code = code;
  }
}
