import { validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { own, toHex, UsageError } from '../../base/index.js'
import { addressText } from '../../chain/index.js'
import { parseCoins } from '../../codec/index.js'
import { COIN_TYPES, keysOfMnemonic } from '../../crypto/index.js'
import { DEVELOPMENT_MNEMONIC } from '../../evm/index.js'
import { addressOfPrivateKey, coinsText, RELAYER, type Sandbox, type TxResult } from '../../sandbox/internal.js'
import type { ByChain, ServeFlags } from './flags.js'

/** An account whose key is printed, so that clients can sign. */
export interface OpenAccount {
  /** Its name in the sandbox. */
  readonly name: string
  /** On the chain that it was named for; on the first one if its key comes from a mnemonic. */
  readonly address: string
  readonly addresses: ByChain<string>
  /** In hex. */
  readonly privateKey: string
  readonly hdPath?: string
}

/** A mnemonic with its accounts. */
export interface OpenMnemonic {
  readonly mnemonic: string
  readonly accounts: readonly OpenAccount[]
}

/** The account that owns the coins which accounts of a mnemonic receive, and those of the faucet and the explorer. */
export const TREASURY = 'faucet'

const USUAL_COUNT = 10

/** In the smallest unit of a chain's own coin. */
const USUAL_AMOUNT = '1000000000000'

/**
 * Accounts that are given by name, with a key that is derived from it: `alice=1000000untrn`, `hub.alice=5uatom`.
 * @param keep leaves those alone that a chain already has
 */
export function openAccounts(sandbox: Sandbox, wanted: readonly string[], keep: boolean): readonly OpenAccount[] {
  const chains = Object.keys(sandbox.chains)
  return wanted.map((text) => {
    const [, given, name, coins] = /^(?:(\w+)\.)?([^=.]+)=(.*)$/.exec(text) ?? []
    const where = given ?? chains[0]!
    const chain = sandbox.chain(where)
    if (chain === undefined || name === undefined || coins === undefined)
      throw new UsageError(`an account must be NAME=COINS or CHAIN.NAME=COINS, not ${JSON.stringify(text)}`, {
        details: ['right: --account alice=1000000untrn', `chains: ${chains.join(', ')}`],
      })
    const { host } = chain
    const isKept = keep && host.accounts.has(name)
    const { address } = isKept ? host.keyOf(name) : chain.account(name, coins)
    return { name, address, addresses: { [where]: address }, privateKey: toHex(host.keyOf(name).privateKey) }
  })
}

/** @param what names it in the error @throws UsageError */
function checkedMnemonic(text: string, what: string): string {
  const words = text.trim().split(/\s+/).join(' ')
  if (validateMnemonic(words, wordlist)) return words
  throw new UsageError(`${what} is not a BIP-39 mnemonic`, {
    details: [
      'right: 12, 15, 18, 21 or 24 English words, the last of which is a checksum',
      `such as: ${DEVELOPMENT_MNEMONIC}`,
    ],
  })
}

/** The key of the relayers' account: the first one of a mnemonic, as Hermes and cosmjs derive it. @throws UsageError for an invalid one */
export function relayerKey(mnemonic: string): { readonly [RELAYER]: string } {
  const [key] = keysOfMnemonic(checkedMnemonic(mnemonic, '--relayer-mnemonic'), 1, COIN_TYPES.cosmos)
  return { [RELAYER]: toHex(key!) }
}

/** The mnemonics of the flags; that of development nodes if only a number of accounts is given. @throws UsageError for an invalid one */
function mnemonicsOf({ mnemonic, accounts }: Pick<ServeFlags, 'mnemonic' | 'accounts'>): readonly string[] {
  const wanted = mnemonic.map((words, index) => checkedMnemonic(words, `mnemonic ${index + 1} of ${mnemonic.length}`))
  return wanted.length === 0 && accounts !== undefined ? [DEVELOPMENT_MNEMONIC] : wanted
}

/**
 * Accounts of mnemonics under m/44'/118'/0'/0, as cosmjs derives them, with coins on each chain, and named `account0`, `account1`, … where these names are
 * free. Those that a chain already has keep what they have.
 * @throws UsageError for an invalid mnemonic
 */
export function openMnemonics(
  sandbox: Sandbox,
  flags: Pick<ServeFlags, 'mnemonic' | 'accounts' | 'coins'>,
): readonly OpenMnemonic[] {
  const chains = Object.entries(sandbox.chains)
  const count = flags.accounts ?? USUAL_COUNT
  const opened = mnemonicsOf(flags).map((mnemonic, at) => ({
    mnemonic,
    accounts: keysOfMnemonic(mnemonic, count, COIN_TYPES.cosmos).map((key, index): OpenAccount => {
      const address = addressOfPrivateKey(key)
      const addresses = Object.fromEntries(
        chains.map(([name, { prefix }]) => [name, addressText(prefix, address)] as const),
      )
      const hdPath = `m/44'/118'/0'/0/${index}`
      const name = `account${at * count + index}`
      return { name, address: addresses[chains[0]![0]]!, addresses, privateKey: toHex(key), hdPath }
    }),
  }))
  for (const [chain] of chains) {
    const named = opened.flatMap(({ accounts }) =>
      accounts.map(({ name, addresses }) => [name, addresses[chain]!] as const),
    )
    const addresses = named.map(([, address]) => address)
    fund(sandbox, chain, addresses, own(flags.coins, chain))
    for (const [name, address] of named) nameAccount(sandbox, chain, name, address)
  }
  return opened
}

/** Names the address of an account, unless it has a name, or another has this one. */
function nameAccount(sandbox: Sandbox, chain: string, label: string, address: string): void {
  const { host } = sandbox.chain(chain)!
  if (host.labelOf(address) !== undefined || host.addressOf(label) !== undefined) return
  sandbox.performNow({ action: 'label', chain, address, label })
}

/** Mints coins, and sends them to the addresses that the chain does not know yet, in one transaction. */
function fund(sandbox: Sandbox, chain: string, addresses: readonly string[], given: string | undefined): void {
  const { host } = sandbox.chain(chain)!
  const unknown = addresses.filter((address) => host.app.account(host.app.address(address)) === undefined)
  if (unknown.length === 0) return
  const each = parseCoins(given ?? `${USUAL_AMOUNT}${host.app.denom}`)
  const all = each.map(({ denom, amount }) => ({ denom, amount: amount * BigInt(unknown.length) }))
  sandbox.chain(chain)!.account(TREASURY, coinsText(all))
  sendFrom(sandbox, chain, unknown, coinsText(each))
}

/** Sends the treasury's coins to each of the addresses. It pays no fee, whatever the chain demands. @throws TxError */
export const sendFrom = (sandbox: Sandbox, chain: string, to: readonly string[], amount: string): TxResult =>
  sandbox.performNow({
    action: 'tx',
    chain,
    from: TREASURY,
    impersonate: true,
    messages: to.map((address) => ({ send: { to: address, amount } })),
  })
