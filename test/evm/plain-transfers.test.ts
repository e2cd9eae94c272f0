import type { Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createEvmNode, DEVELOPMENT_MNEMONIC, type EvmNode, type EvmNodeOptions } from '../../src/evm/index.js'

const CHAIN_ID = 4711
const [alice, bob, delegating] = [0, 1, 2].map((addressIndex) =>
  mnemonicToAccount(DEVELOPMENT_MNEMONIC, { addressIndex }),
) as [ReturnType<typeof mnemonicToAccount>, ReturnType<typeof mnemonicToAccount>, ReturnType<typeof mnemonicToAccount>]
const NOBODY = `0x${'ab'.repeat(20)}` as const
const PROPOSER = `0x${'c0'.repeat(20)}` as const
/** Code that reverts. */
const REVERTING = '0x5f5ffd'

interface Sent {
  readonly by?: typeof alice
  readonly to: Hex
  readonly value?: bigint
  readonly data?: Hex
  readonly gas?: bigint
  readonly tip?: bigint
  readonly legacy?: boolean
  readonly accessList?: { address: Hex; storageKeys: Hex[] }[]
}

/** Blocks of one transfer or several; the accounts are those of the blocks before. */
const BLOCKS: Readonly<Record<string, readonly Sent[]>> = {
  'to somebody new': [{ to: NOBODY, value: 5n }],
  'several by one, and by two': [
    { to: NOBODY, value: 1n },
    { to: bob.address, value: 2n },
    { by: bob, to: alice.address, value: 3n },
  ],
  'to oneself': [{ to: alice.address, value: 7n }],
  'of nothing': [{ to: `0x${'ac'.repeat(20)}` }],
  'to and from the proposer': [
    { to: PROPOSER, value: 10n ** 18n, tip: 0n },
    { by: bob, to: PROPOSER, value: 1n },
  ],
  'without a tip': [{ to: `0x${'ad'.repeat(20)}`, value: 1n, tip: 0n }],
  'with an older kind of transaction': [{ to: NOBODY, value: 1n, legacy: true }],
  'with data, which has a price of its own': [{ to: NOBODY, value: 1n, data: `0x${'00ff'.repeat(40)}`, gas: 60_000n }],
  'with a list of accesses': [
    { to: NOBODY, value: 1n, gas: 60_000n, accessList: [{ address: NOBODY, storageKeys: [] }] },
  ],
  'to a precompiled contract': [{ to: '0x0000000000000000000000000000000000000004', value: 1n, gas: 60_000n }],
  'to a contract that reverts': [{ to: `0x${'ee'.repeat(20)}`, value: 1n, gas: 60_000n }],
  'to an account that delegates to such a contract': [{ to: delegating.address, value: 1n, gas: 60_000n }],
  'by an account that delegates': [{ by: delegating, to: NOBODY, value: 1n }],
  'of more than there is': [{ to: NOBODY, value: 10n ** 30n }],
  'with more gas than needed': [{ to: NOBODY, value: 1n, gas: 100_000n }],
}

/** Blocks, receipts and refusals. */
async function runOn(options: EvmNodeOptions): Promise<Readonly<Record<string, unknown>>> {
  const node: EvmNode = createEvmNode({
    ...options,
    chainId: BigInt(CHAIN_ID),
    clock: () => 1_800_000_000n,
    accounts: { count: 3 },
    mining: 'manual',
  })
  const ask = (method: string, ...params: unknown[]) => node.request({ method, params })
  await ask('hardhat_setCoinbase', PROPOSER)
  await ask('hardhat_setCode', `0x${'ee'.repeat(20)}`, REVERTING)
  await ask('hardhat_setCode', delegating.address, `0xef0100${'ee'.repeat(20)}`)
  const seen: Record<string, unknown> = {}
  const nonces = new Map<string, number>()
  for (const [name, sent] of Object.entries(BLOCKS)) {
    const refused: string[] = []
    for (const one of sent) {
      const by = one.by ?? alice
      const nonce = nonces.get(by.address) ?? 0
      const common = {
        chainId: CHAIN_ID,
        nonce,
        to: one.to,
        value: one.value ?? 0n,
        gas: one.gas ?? 21_000n,
        ...(one.data && { data: one.data }),
      }
      const raw = await by.signTransaction(
        one.legacy === true
          ? { ...common, type: 'legacy', gasPrice: 10n ** 11n }
          : {
              ...common,
              type: 'eip1559',
              maxFeePerGas: 10n ** 11n,
              maxPriorityFeePerGas: one.tip ?? 10n,
              ...(one.accessList && { accessList: one.accessList }),
            },
      )
      try {
        await ask('eth_sendRawTransaction', raw)
        nonces.set(by.address, nonce + 1)
      } catch (error) {
        refused.push((error as Error).message)
      }
    }
    await ask('evm_mine')
    const block = (await ask('eth_getBlockByNumber', 'latest', true)) as object
    seen[name] = { block, receipts: await ask('eth_getBlockReceipts', 'latest'), refused }
  }
  seen['accounts'] = await Promise.all(
    [alice.address, bob.address, NOBODY, PROPOSER].map((address) => ask('eth_getProof', address, [], 'latest')),
  )
  await node.close()
  return seen
}

describe('plain transfers, which do without the library', () => {
  test.each(['london', 'paris', 'shanghai', 'cancun', 'prague', 'osaka'] as const)(
    'come to the same blocks, receipts and proofs in %s',
    async (hardfork) => {
      const [quick, library] = [await runOn({ hardfork }), await runOn({ hardfork, execution: 'library' })]
      expect(quick).toEqual(library)
      const { receipts } = quick['to somebody new'] as { receipts: { gasUsed: string; status: string }[] }
      expect(receipts).toMatchObject([{ gasUsed: '0x5208', status: '0x1' }])
    },
  )
})
