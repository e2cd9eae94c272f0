import { encodeFunctionData, getContractAddress, parseAbi, type Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { CHAIN_ID, MNEMONIC } from './nodes.js'

/** What every node is given: transactions of one account, in the order of their nonces. */
export class Transactions {
  readonly #chainId: number
  #nonce = 0

  constructor(chainId = CHAIN_ID) {
    this.#chainId = chainId
  }

  readonly deploy = (code: Hex): Promise<Hex> => this.#sign({ data: code, gas: 2_000_000n })

  readonly transfer = (index: number): Promise<Hex> => this.#sign({ to: someone(index), value: 1n, gas: 21_000n })

  readonly token = (index: number): Promise<Hex> =>
    this.#sign({
      to: TOKEN,
      gas: 100_000n,
      data: encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [someone(index), 1n] }),
    })

  #sign(transaction: {
    readonly to?: Hex
    readonly data?: Hex
    readonly value?: bigint
    readonly gas: bigint
  }): Promise<Hex> {
    return account.signTransaction({
      type: 'eip1559',
      chainId: this.#chainId,
      nonce: this.#nonce++,
      maxFeePerGas: 10n ** 11n,
      maxPriorityFeePerGas: 1n,
      ...transaction,
    })
  }
}

const ABI = parseAbi(['function balanceOf(address) view returns (uint256)', 'function transfer(address, uint256)'])
const account = mnemonicToAccount(MNEMONIC)

/** Where the first transaction deploys the token. */
export const TOKEN = getContractAddress({ from: account.address, nonce: 0n })

/** One of a thousand receivers. */
export const someone = (index: number): Hex => `0x${(0x1000 + (index % 1000)).toString(16).padStart(40, '0')}`

/** An `eth_call` of the token. */
export const balanceOf = (index: number) => ({
  to: TOKEN,
  data: encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [someone(index)] }),
})

/** A file with what the first calls of a process are: the token's deployment, so many transfers of coins, and of tokens after the deployment. */
export interface FirstTransactions {
  readonly deploy: Hex
  readonly transfers: readonly Hex[]
  readonly tokens: readonly Hex[]
}

export async function firstTransactions(code: Hex, count: number): Promise<FirstTransactions> {
  const [coins, tokens] = [new Transactions(), new Transactions()]
  const made: { transfers: Hex[]; tokens: Hex[] } = { transfers: [], tokens: [] }
  const deploy = await tokens.deploy(code)
  for (let index = 0; index < count; index++) {
    made.transfers.push(await coins.transfer(index))
    made.tokens.push(await tokens.token(index))
  }
  return { deploy, ...made }
}
