import { fromHex } from '../../base/index.js'
import { addressText } from '../../chain/index.js'
import { signatureOfJson } from '../../codec/abi/index.js'
import { ethAddressText } from '../../crypto/index.js'
import type { ChainHost } from '../../sandbox/internal.js'
import type { SolidityRow } from '../model.js'

/** The contracts in Solidity that were deployed on a chain with the EVM inside, or that the sandbox was given the ABI of. */
export const solidityContracts = (host: ChainHost): readonly SolidityRow[] =>
  [...host.solidity.abis.keys()].map((hex) => {
    const bytes = fromHex(hex)
    const text = addressText(host.app.prefix, bytes)
    return {
      chain: host.key,
      address: ethAddressText(bytes),
      label: host.labels.labelOf(text) ?? ethAddressText(bytes),
      balances: host.balances(text).map(({ denom, amount }) => ({ denom, amount: String(amount) })),
      failures: host.hasFailures ? host.failures(text).length : 0,
      functions: host.solidity.of(bytes)!.functions.map((item) => signatureOfJson(item)),
    }
  })
