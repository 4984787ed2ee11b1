// The sandbox's card gateway in the test bundle: what it says comes from a loopback server of the run (`card-gateway.ts`), which outlives
// the runtime as a vendor outlives its customer's crash. Signatures are still judged by the product's own adapter. `runtime.ts` puts this
// where the product makes the adapter; ADDRESS is replaced in the code.

/** `at`: the server's address. */
export function cardsFromOutside(gateway, at = 'ADDRESS') {
  // Payouts have a sandbox of the same secret, which is another matter.
  if (!('createPayment' in gateway)) return gateway;
  const ask = async (what, about, isAnswer) => {
    const reply = await fetch(`${at}/${what}`, { method: 'POST', body: JSON.stringify(about) });
    if (!reply.ok) throw new Error(`the card gateway answered ${reply.status}`);
    const said = await reply.json();
    // What is no answer is trouble; what is one may be a lie.
    if (!isAnswer(said)) throw new Error('the card gateway answered something else');
    return said;
  };
  return {
    ...gateway,
    createPayment: (order) => ask('payments', order, (said) => typeof said?.reference === 'string'),
    findPayment: (key, now) =>
      ask('states', { key, now }, (said) => said === null || typeof said.outcome === 'string'),
  };
}
