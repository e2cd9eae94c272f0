import { RLP } from '@ethereumjs/rlp'
import { createBlob4844Tx } from '@ethereumjs/tx'
import { expect, test } from 'vitest'
import { DEVELOPMENT_MNEMONIC, NEWEST_FORK, createEvmNode, type Hex } from '../../src/evm/index.js'
import { COIN_TYPES, keysOfMnemonic } from '../../src/crypto/hd-keys.js'
import { forksFrom } from '../../src/evm/rules/forks.js'
import { hex } from '../../src/evm/hex.js'

/** The point at infinity: commitment of a blob of zeros, and the proof of each of its cells. */
const INFINITY = Uint8Array.from({ length: 48 }, (_, index) => (index === 0 ? 0xc0 : 0))
const ZEROS = new Uint8Array(131_072)
const CELLS = 128

function rawBlobTransaction(proof: Uint8Array): Hex {
  const common = forksFrom(262_144n, NEWEST_FORK).at(1n, 1n)
  const data = {
    chainId: 262_144n,
    to: '0x00000000000000000000000000000000000000b0',
    gasLimit: 21_000n,
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 1n,
    maxFeePerBlobGas: 10n ** 9n,
    kzgCommitments: [hex(INFINITY)],
    // Version 1, and the end of the SHA-256 of the commitment.
    blobVersionedHashes: ['0x010657f37554c781402a22917dee2f75def7ab966d7b770905398eba3c444014'],
  } as const
  const signed = createBlob4844Tx(
    { ...data, kzgCommitments: [...data.kzgCommitments], blobVersionedHashes: [...data.blobVersionedHashes] },
    { common },
  ).sign(keysOfMnemonic(DEVELOPMENT_MNEMONIC, 1, COIN_TYPES.ethereum)[0]!)
  const own = RLP.decode(signed.serialize().subarray(1)) as unknown as Uint8Array[]
  const proofs = [proof, ...Array.from({ length: CELLS - 1 }, () => INFINITY)]
  return `0x03${hex(RLP.encode([own, Uint8Array.of(1), [ZEROS], [INFINITY], proofs])).slice(2)}`
}

test('a transaction is accepted with its blobs, and its block lists their hashes', async () => {
  const node = createEvmNode()
  const hash = await node.request({ method: 'eth_sendRawTransaction', params: [rawBlobTransaction(INFINITY)] })
  expect(await node.request({ method: 'eth_getTransactionReceipt', params: [hash] })).toMatchObject({
    status: '0x1',
    blobGasUsed: '0x20000',
  })
  // Its blobs are told as Anvil tells them, as long as it is in a block.
  const ask = (method: string, ...params: unknown[]): Promise<unknown> => node.request({ method, params })
  const versioned = '0x010657f37554c781402a22917dee2f75def7ab966d7b770905398eba3c444014'
  expect(await ask('anvil_getBlobsByTransactionHash', hash)).toEqual([hex(ZEROS)])
  expect(await ask('anvil_getBlobByHash', versioned)).toBe(hex(ZEROS))
  expect(await ask('anvil_getBlobByHash', hash)).toBeNull()
  expect(await ask('anvil_getBlobsByTransactionHash', versioned)).toBeNull()
  await ask('anvil_rollback')
  expect(await ask('anvil_getBlobByHash', versioned)).toBeNull()
  expect(await ask('anvil_getBlobsByTransactionHash', hash)).toBeNull()
})

test('a blob whose proof is another one is refused', async () => {
  const generator = Uint8Array.from(
    Buffer.from(
      '97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb',
      'hex',
    ),
  )
  await expect(
    createEvmNode().request({ method: 'eth_sendRawTransaction', params: [rawBlobTransaction(generator)] }),
  ).rejects.toThrow('KZG')
})
