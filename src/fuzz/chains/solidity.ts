import { EvmdApp } from '../../app/index.js'
import { jsonOf, UsageError } from '../../base/index.js'
import { payableIn, schemaOfAbi, type ContractSchema } from '../../schema/index.js'
import { resultOf, type ChainHost, type Json, type SandboxChain } from '../../sandbox/internal.js'

/** The denomination of the coin that transactions of Ethereum pay with, on a chain of kind `evmd` that does not change it. */
export const EVM_COIN = 'atest'

/** What a campaign knows of a contract in Solidity. */
export interface SolidityFacts {
  /** Its functions that may be paid. */
  readonly payable: ReadonlySet<string>
}

/** The messages of a contract in Solidity that was deployed in the sandbox; undefined for any other address. */
export function solidityOf(
  { key, host }: SandboxChain,
  label: string,
): { readonly schema: ContractSchema; readonly facts: SolidityFacts } | undefined {
  const address = host.addressOf(label)
  const abi = address === undefined ? undefined : host.solidity.of(host.app.address(address))
  if (abi === undefined) return undefined
  if (host.app.denom !== EVM_COIN)
    throw new UsageError(`campaigns cannot pay contracts in Solidity on ${key}, whose coin is ${host.app.denom}`, {
      details: [`right: a chain of kind 'evmd' without \`denom\`, whose coin is ${EVM_COIN}`],
    })
  return { schema: schemaOfAbi(label, abi.items), facts: { payable: payableIn(abi.items) } }
}

/** Whether the contracts of a chain run in the EVM. */
export const isOfEvm = ({ app }: ChainHost): boolean => app instanceof EvmdApp

/** What a contract answers to a query, one in Solidity by a view function. @throws ChainError if it fails; UsageError for an unknown function */
export const answerTo = (chain: SandboxChain, address: string, query: Json): Json =>
  isOfEvm(chain.host) ? viewed(chain, address, query) : chain.query(address, query)

/** Integers are texts. */
function viewed(chain: SandboxChain, address: string, query: Json): Json {
  const [[name, args] = ['', {}]] = Object.entries(query as { readonly [name: string]: Json })
  const { host } = chain
  const item = host.solidity.of(host.app.address(address))!.function(name, args as { readonly [name: string]: Json })
  const { returned } = chain.sandbox.performNow({
    action: 'ethereumCall',
    chain: chain.key,
    to: address,
    call: { function: name, args: args as { readonly [name: string]: Json } },
  })
  return jsonOf(resultOf(item, returned))
}
