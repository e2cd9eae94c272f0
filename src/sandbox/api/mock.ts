import type { Double, DoubleTypes } from '../../vm/doubles/index.js'
import { attributeValues } from '../tx/result.js'
import type { SandboxChain } from './chain.js'
import { contractRef, type Contract, type ContractRef } from './contract.js'
import type { ContractOf, ContractTypes } from './contract-types.js'
import { messageInput, type MessageInput } from './input.js'

/** Where a double is put. */
export interface MockOptions {
  /** The label; also the name under which the sandbox knows it. `double`, with a number from the second on, when left out. */
  readonly label?: string
  /** An address; or a contract, its address or label, whose place the double takes: its state, coins, label and admin stay. The next free address when left out. */
  readonly address?: ContractRef
  /** An address, or the name of an account or contract; nobody when left out. */
  readonly admin?: string | { readonly address: string }
  /** Its creator, as the chain reports it; an address that nobody owns when left out. */
  readonly creator?: string | { readonly address: string }
  /** The message for its `instantiate`; `{}` when left out. */
  readonly msg?: MessageInput
}

/** The contract type of a double, with the types of its messages where all are known. */
export type MockOf<T extends DoubleTypes> = T extends ContractTypes ? ContractOf<T> : Contract

/** Registers the double, and puts it in its place by an action. */
export function mock<T extends DoubleTypes>(chain: SandboxChain, double: Double<T>, options: MockOptions): MockOf<T> {
  const { host } = chain
  const { address, label, msg } = options
  const at = address === undefined ? undefined : contractRef(address)
  const replaced = at === undefined ? undefined : host.labels.contractAddress(at)
  if (label !== undefined) chain.refuseTaken(label)
  const called = label ?? (replaced === undefined ? chain.freeLabel('double') : (host.labelOf(replaced) ?? replaced))
  const name = freeName(called, (taken) => host.app.doubles.checksumOf(taken) !== undefined)
  host.app.doubles.learn(name, double)
  const result = chain.sandbox.performNow({
    action: 'double',
    chain: chain.key,
    name,
    ...(name !== called && replaced === undefined && { label: called }),
    ...(label !== undefined && { label }),
    ...(at !== undefined && { at }),
    ...(options.admin !== undefined && { admin: chain.known(options.admin) }),
    ...(options.creator !== undefined && { creator: chain.known(options.creator) }),
    ...(msg !== undefined && messageInput(msg)),
  })
  return chain.contract(replaced ?? attributeValues(result, 'instantiate', '_contract_address')[0]!) as MockOf<T>
}

function freeName(name: string, isTaken: (name: string) => boolean): string {
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name}-${number}`
    if (!isTaken(free)) return free
  }
}
