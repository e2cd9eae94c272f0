import { UsageError } from '../../base/errors.js'
import { SandboxChain } from '../../sandbox/api/chain.js'
import { Account } from '../../sandbox/api/account.js'
import { Contract } from '../../sandbox/api/contract.js'
import {
  leave,
  matches,
  not,
  show,
  resultText,
  wrongSubject,
  type Amount,
  type AsymmetricMatch,
  type MatcherContext,
  type Verdict,
} from './context.js'

/** Whose balance, of what, and by how much it changes. */
export type BalanceChange = readonly [holder: Account | Contract, denom: string, delta: Amount | AsymmetricMatch]

export interface BalanceMatchers<R = unknown> {
  /** An account or contract owns so much of a denomination. */
  toHaveBalance(denom: string, amount: Amount | AsymmetricMatch): R
  /** There is so much of a denomination on a chain: `expect(neutron).toHaveSupply('untrn', 100n)`. */
  toHaveSupply(denom: string, amount: Amount | AsymmetricMatch): R
  /** What the function does changes the balance by so much: `await expect(() => alice.execute(…)).toChangeBalance(alice, 'untrn', -5n)`. */
  toChangeBalance(holder: Account | Contract, denom: string, delta: Amount | AsymmetricMatch): Promise<R>
  /** The same for several balances at once. */
  toChangeBalances(changes: readonly BalanceChange[]): Promise<R>
}

const isHolder = (value: unknown): value is Account | Contract => value instanceof Account || value instanceof Contract

const balanceOf = (holder: Account | Contract, denom: string): bigint => {
  const { chain }: { readonly chain: SandboxChain } = holder
  return chain.balance(holder, denom)
}

const nameOf = (holder: Account | Contract): string => (holder instanceof Account ? holder.name : holder.label)

const exact = (amount: Amount | AsymmetricMatch): bigint | AsymmetricMatch =>
  typeof amount === 'number' ? BigInt(amount) : amount

const signed = (delta: unknown): string =>
  typeof delta === 'bigint' && delta > 0n ? `+${delta}` : show(delta).replace(/n$/, '')

async function changed(
  context: MatcherContext,
  matcher: string,
  received: unknown,
  changes: readonly BalanceChange[],
): Promise<Verdict> {
  leave(received)
  if (typeof received !== 'function')
    throw wrongSubject(
      matcher,
      'what a function does: the balances before it must be seen',
      `expect(() => alice.execute(…)).${matcher}(…)`,
      received instanceof Promise ? 'a promise, which has begun already' : received,
    )
  const stranger = changes.find(([holder]) => !isHolder(holder))
  if (stranger !== undefined)
    throw new UsageError(`${matcher}() takes accounts and contracts of the sandbox`, {
      details: [`given: ${show(stranger[0])}`, `right: ${matcher}(neutron.account('alice'), 'untrn', -5n)`],
    })
  const before = changes.map(([holder, denom]) => balanceOf(holder, denom))
  const outcome: unknown = await (received as () => unknown)()
  const rows = changes.map(([holder, denom, delta], i) => {
    const now = balanceOf(holder, denom)
    const expected = exact(delta)
    return { holder, denom, expected, was: before[i]!, now, fits: matches(context, now - before[i]!, expected) }
  })
  const told = typeof outcome === 'object' && outcome !== null && 'trace' in outcome ? resultText(outcome as never) : ''
  return {
    pass: rows.every(({ fits }) => fits),
    message: () =>
      [
        `expected these balances ${not(context)}to change so`,
        ...rows.map(
          ({ holder, denom, expected, was, now, fits }) =>
            `  ${fits ? ' ' : '✗'} ${nameOf(holder)} ${denom}: expected ${signed(expected)}, changed ${signed(now - was)} (from ${was} to ${now})`,
        ),
        told,
      ]
        .filter(Boolean)
        .join('\n'),
  }
}

export const balanceMatchers = {
  toHaveBalance(this: MatcherContext, received: unknown, denom: string, amount: Amount | AsymmetricMatch): Verdict {
    if (!isHolder(received))
      throw wrongSubject(
        'toHaveBalance',
        'an account or a contract',
        "expect(alice).toHaveBalance('untrn', 5n)",
        received,
      )
    const actual = balanceOf(received, denom)
    return {
      pass: matches(this, actual, exact(amount)),
      message: () =>
        `expected ${nameOf(received)} ${not(this)}to own ${show(exact(amount)).replace(/n$/, '')} ${denom}, but owns ${actual}; all: ${
          received
            .balances()
            .map((coin) => `${coin.amount}${coin.denom}`)
            .join(', ') || 'nothing'
        }`,
    }
  },

  toHaveSupply(this: MatcherContext, received: unknown, denom: string, amount: Amount | AsymmetricMatch): Verdict {
    if (!(received instanceof SandboxChain))
      throw wrongSubject('toHaveSupply', 'a chain', "expect(neutron).toHaveSupply('untrn', 5n)", received)
    const actual = received.supply(denom)
    return {
      pass: matches(this, actual, exact(amount)),
      message: () =>
        `expected ${not(this)}that there is ${show(exact(amount)).replace(/n$/, '')} ${denom} on ${received.key}, but there is ${actual}`,
    }
  },

  toChangeBalance(
    this: MatcherContext,
    received: unknown,
    holder: Account | Contract,
    denom: string,
    delta: Amount | AsymmetricMatch,
  ): Promise<Verdict> {
    return changed(this, 'toChangeBalance', received, [[holder, denom, delta]])
  },

  toChangeBalances(this: MatcherContext, received: unknown, changes: readonly BalanceChange[]): Promise<Verdict> {
    return changed(this, 'toChangeBalances', received, changes)
  },
}
