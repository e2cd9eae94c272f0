import { inLine, UsageError } from '../../base/index.js'
import { Account, Contract, SandboxChain, SolidityContract } from '../../sandbox/internal.js'
import {
  type Amount,
  type AsymmetricMatch,
  described,
  leave,
  type MatcherContext,
  matches,
  not,
  resultText,
  type Settled,
  show,
  type Verdict,
  wrongSubject,
} from './context.js'

/** Who has coins: an account, or a contract in either language. */
type Holder = Account | Contract | Pick<SolidityContract, 'chain' | 'address' | 'label' | 'balances'>

/** The owner, the denomination, and the change of the balance. */
export type BalanceChange = readonly [holder: Holder, denom: string, delta: Amount | AsymmetricMatch]

/** The chain, the denomination, and the change of the supply. */
export type SupplyChange = readonly [chain: SandboxChain, denom: string, delta: Amount | AsymmetricMatch]

export interface BalanceMatchers<R = unknown> {
  /** An account or contract owns this amount of a denomination. */
  toHaveBalance(this: Settled<R>, denom: string, amount: Amount | AsymmetricMatch): R
  /** The supply of a denomination on a chain is this amount: `expect(neutron).toHaveSupply('untrn', 100n)`. */
  toHaveSupply(this: Settled<R>, denom: string, amount: Amount | AsymmetricMatch): R
  /**
   * The function changes the balance by this amount.
   * @example await expect(() => alice.transfer(bob, '5untrn')).toChangeBalance(bob, 'untrn', 5n)
   */
  toChangeBalance(this: Settled<R>, holder: Holder, denom: string, delta: Amount | AsymmetricMatch): Promise<R>
  /** Checks several balances at once, like {@link toChangeBalance}. */
  toChangeBalances(this: Settled<R>, changes: readonly BalanceChange[]): Promise<R>
  /** The function mints or burns this amount of a denomination: `await expect(() => alice.send([mint])).toChangeSupply(neutron, denom, 5n)`. */
  toChangeSupply(this: Settled<R>, chain: SandboxChain, denom: string, delta: Amount | AsymmetricMatch): Promise<R>
  /** Checks several supplies at once, like {@link toChangeSupply}. */
  toChangeSupplies(this: Settled<R>, changes: readonly SupplyChange[]): Promise<R>
}

const isHolder = (value: unknown): value is Holder =>
  value instanceof Account || value instanceof Contract || value instanceof SolidityContract

const balanceOf = (holder: Holder, denom: string): bigint => {
  const { chain }: { readonly chain: SandboxChain } = holder
  return chain.balance(holder, denom)
}

const nameOf = (holder: Holder): string => inLine(holder instanceof Account ? holder.name : holder.label)

const exact = (amount: Amount | AsymmetricMatch): bigint | AsymmetricMatch =>
  typeof amount === 'number' ? BigInt(amount) : amount

const signed = (delta: unknown): string =>
  typeof delta === 'bigint' && delta > 0n ? `+${delta}` : show(delta).replace(/n$/, '')

/** An amount that is read before and after, and its expected change. */
interface Change {
  readonly name: string
  readonly delta: Amount | AsymmetricMatch
  readonly read: () => bigint
}

async function changed(
  context: MatcherContext,
  what: 'balances' | 'supplies',
  received: unknown,
  changes: readonly Change[],
): Promise<Verdict> {
  const before = changes.map(({ read }) => read())
  const outcome: unknown = await (received as () => unknown)()
  const rows = changes.map(({ name, delta, read }, i) => {
    const [was, now] = [before[i]!, read()]
    const expected = exact(delta)
    return { name, expected, was, now, fits: matches(context, now - was, expected) }
  })
  const trace =
    typeof outcome === 'object' && outcome !== null && 'trace' in outcome ? resultText(outcome as never) : ''
  return {
    pass: rows.every(({ fits }) => fits),
    message: () =>
      [
        `expected these ${what} ${not(context)}to change as follows`,
        ...rows.map(
          ({ name, expected, was, now, fits }) =>
            `  ${fits ? ' ' : '✗'} ${name}: expected ${signed(expected)}, changed ${signed(now - was)} (from ${was} to ${now})`,
        ),
        trace,
      ]
        .filter(Boolean)
        .join('\n'),
  }
}

/** @throws UsageError unless it is a function */
function refuseNoFunction(matcher: string, what: string, received: unknown): void {
  leave(received)
  if (typeof received !== 'function')
    throw wrongSubject(
      matcher,
      `a function, so that it can read the ${what} before the action`,
      `expect(() => alice.execute(…)).${matcher}(…)`,
      received instanceof Promise ? 'a promise, whose action has already started' : received,
    )
}

async function changedBalances(
  context: MatcherContext,
  matcher: string,
  received: unknown,
  changes: readonly BalanceChange[],
): Promise<Verdict> {
  refuseNoFunction(matcher, 'balances', received)
  const stranger = changes.find(([holder]) => !isHolder(holder))
  if (stranger !== undefined)
    throw new UsageError(`${matcher}() takes accounts and contracts of the sandbox`, {
      details: [`given: ${described(stranger[0])}`, `right: ${matcher}(neutron.account('alice'), 'untrn', -5n)`],
    })
  const counted = changes.map(([holder, denom, delta]) => ({
    name: `${nameOf(holder)} ${denom}`,
    delta,
    read: () => balanceOf(holder, denom),
  }))
  return changed(context, 'balances', received, counted)
}

async function changedSupplies(
  context: MatcherContext,
  matcher: string,
  received: unknown,
  changes: readonly SupplyChange[],
): Promise<Verdict> {
  refuseNoFunction(matcher, 'supplies', received)
  const stranger = changes.find(([chain]) => !(chain instanceof SandboxChain))
  if (stranger !== undefined)
    throw new UsageError(`${matcher}() takes chains of the sandbox`, {
      details: [`given: ${described(stranger[0])}`, `right: ${matcher}(neutron, 'untrn', -5n)`],
    })
  const counted = changes.map(([chain, denom, delta]) => ({
    name: `${chain.key} ${denom}`,
    delta,
    read: () => chain.supply(denom),
  }))
  return changed(context, 'supplies', received, counted)
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
        `expected ${nameOf(received)} ${not(this)}to have ${show(exact(amount)).replace(/n$/, '')} ${denom}, but it has ${actual}; all balances: ${
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
        `expected the supply of ${denom} on ${received.key} ${not(this)}to be ${show(exact(amount)).replace(/n$/, '')}, but it is ${actual}`,
    }
  },

  toChangeBalance(
    this: MatcherContext,
    received: unknown,
    holder: Holder,
    denom: string,
    delta: Amount | AsymmetricMatch,
  ): Promise<Verdict> {
    return changedBalances(this, 'toChangeBalance', received, [[holder, denom, delta]])
  },

  toChangeBalances(this: MatcherContext, received: unknown, changes: readonly BalanceChange[]): Promise<Verdict> {
    return changedBalances(this, 'toChangeBalances', received, changes)
  },

  toChangeSupply(
    this: MatcherContext,
    received: unknown,
    chain: SandboxChain,
    denom: string,
    delta: Amount | AsymmetricMatch,
  ): Promise<Verdict> {
    return changedSupplies(this, 'toChangeSupply', received, [[chain, denom, delta]])
  },

  toChangeSupplies(this: MatcherContext, received: unknown, changes: readonly SupplyChange[]): Promise<Verdict> {
    return changedSupplies(this, 'toChangeSupplies', received, changes)
  },
}
