/** Whether an action is a transaction that somebody sends: one of the chain, or one of Ethereum. */
export const isTransaction = <A extends { readonly action: string }>(
  action: A,
): action is Extract<A, { readonly action: 'tx' | 'ethereumTx' }> =>
  action.action === 'tx' || action.action === 'ethereumTx'
