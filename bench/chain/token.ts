import { readFileSync } from 'node:fs'
import { repositoryPath } from '../harness/paths.js'

/** The contract and the messages that every contender runs. */
export const wasm = (): Uint8Array => readFileSync(repositoryPath('contracts/artifacts/cw20_base.wasm'))

export const ALICE = 'neutron1kjjzurx32pfmyk03dty59qkeulsxyjxhqdv6qu'
export const BOB = 'neutron1qdahyedv3gt8lxe6f6huvtw7re95a475smq2c6'

export const token = (holder: string) => ({
  name: 'Golden Token',
  symbol: 'GOLD',
  decimals: 6,
  initial_balances: [{ address: holder, amount: '1000000000' }],
})

export const transfer = (recipient: string) => ({ transfer: { recipient, amount: '1' } })
export const balance = (address: string) => ({ balance: { address } })

/** Calls before the first that counts: the engine has compiled what is called often, of every contender. */
export const WARM_UP = 6000
/** Executes of one sample: enough for the caches that the other processes have emptied in between. */
export const MIN_EXECUTES = 200
export const WARM_STARTS = 30

const HOLDERS = 100_000
const PAGE = 30

/** Names in the order of the store; cw20 reads them back without checking that they are addresses. */
const holderAt = (index: number): string => `neutron1${String(index).padStart(38, '0')}`

/** A page from the middle of the holders. */
export const page = { all_accounts: { start_after: holderAt(HOLDERS / 2), limit: PAGE } }

/** Rows of cw20 for its holders: keys and values within the contract's own store. */
export function* holders(): Generator<readonly [key: Uint8Array, value: Uint8Array]> {
  for (let index = 0; index < HOLDERS; index++)
    yield [Buffer.from(`\0\u0007balance${holderAt(index)}`), Buffer.from(`"${index + 1}"`)]
}

/** Checks the number of rows, but not the first row, since the peers return a wrong one. @throws Error for another number */
export function assertPage(answer: unknown): void {
  const { accounts } = answer as { readonly accounts: readonly string[] }
  if (accounts.length !== PAGE) throw new Error(`not the requested page: ${JSON.stringify(answer)}`)
}
