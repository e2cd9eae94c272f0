import { createTxFromRLP } from '@ethereumjs/tx'
import { enveloped } from '../../../../src/modules/evm/index.js'
import { feeCap } from '../../../../src/evm/chain/transaction.js'
import { unhex, type Hex } from '../../../../src/evm/hex.js'
import { forksFrom } from '../../../../src/evm/rules/forks.js'

const FORKS = forksFrom(262_144n, 'prague')

/** The chain's transaction around one of Ethereum's, as a node makes it. */
export function envelopeOf(raw: Hex, from: Hex): Uint8Array {
  const tx = createTxFromRLP(unhex(raw), { common: FORKS.at(1n, 1n) })
  const fee = { denom: 'atest', amount: feeCap(tx) * tx.gasLimit }
  return enveloped({ from: unhex(from), raw: unhex(raw), fee, gasLimit: tx.gasLimit })
}
