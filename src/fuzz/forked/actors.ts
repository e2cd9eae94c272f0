import type { Action, ChainHost, Sandbox } from '../../sandbox/internal.js'

/** The address of an actor on a chain: of its account, or the one that the campaign gives. */
export const addressOfActor = (host: ChainHost, name: string): string =>
  (host.accounts.has(name) ? undefined : host.addressOf(name)) ?? host.keyOf(name).address

/** An action that impersonates its sender if that is an address without a key. */
export function asSent(sandbox: Sandbox, action: Action): Action {
  if (action.action === 'repeat') {
    const done = asSent(sandbox, action.do) as typeof action.do
    return done === action.do ? action : { ...action, do: done }
  }
  const host = action.action === 'tx' ? sandbox.chain(action.chain)?.host : undefined
  if (action.action !== 'tx' || host === undefined) return action
  const { impersonate, ...signed } = action
  // A variation of another action can have another sender.
  if (host.accounts.has(action.from)) return impersonate === undefined ? action : signed
  return impersonate === undefined && host.addressOf(action.from) !== undefined
    ? { ...signed, impersonate: true, fee: '' }
    : action
}
