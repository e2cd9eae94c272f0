import { describe, expect, test } from 'vitest'
import { App } from '../../src/chain/app.js'
import { voteBytes } from '../../src/chain/block/signed-block.js'
import { headerHash } from '../../src/crypto/block-hashes.js'
import { verifyEd25519 } from '../../src/crypto/ed25519.js'

const chain = (options: { keepBlocks?: number } = {}): App => {
  const app = new App({ chainId: 'signed-1', prefix: 'neutron', modules: [], ante: [], ...options })
  app.initChain({}, { time: 1_700_000_000_000_000_000n })
  return app
}
const grow = (app: App, blocks: number): void => {
  for (let made = 0; made < blocks; made++) {
    app.beginBlock()
    app.endBlock()
  }
}

describe('signed blocks', () => {
  test('each names the one before, and the validator has signed it', () => {
    const app = chain()
    grow(app, 4)
    const [validator] = app.seals.validators
    for (let height = 1; height <= 4; height++) {
      const block = app.block(height)!
      const { header, blockId, commit, lastCommit } = block.signed
      const before = app.block(height - 1)?.signed
      expect(header.height).toBe(BigInt(height))
      expect(headerHash(header)).toEqual(blockId.hash)
      expect(header.lastBlockId.hash).toEqual(before?.blockId.hash ?? new Uint8Array(0))
      expect(lastCommit.signatures).toEqual(before?.commit.signatures ?? [])
      const [{ timestamp, signature, validatorAddress }] = commit.signatures as [(typeof commit.signatures)[0]]
      expect(validatorAddress).toEqual(validator!.address)
      const time = timestamp.seconds * 1_000_000_000n + BigInt(timestamp.nanos)
      expect(verifyEd25519(voteBytes(block, blockId, time), signature, validator!.publicKey)).toBe(true)
      expect(
        verifyEd25519(voteBytes({ ...block, chainId: 'other' }, blockId, time), signature, validator!.publicKey),
      ).toBe(false)
    }
  })

  test('are the same whenever they are asked for, and in every run', () => {
    const [late, early] = [chain(), chain()]
    grow(late, 5)
    for (let made = 0; made < 5; made++) {
      grow(early, 1)
      void early.block(made + 1)!.signed.blockId
    }
    expect(late.block(5)!.signed.blockId).toEqual(early.block(5)!.signed.blockId)
  })

  test('are made on request, as long as blocks are kept', () => {
    const app = chain()
    grow(app, 30)
    expect(app.block(30)!.signed.pending).toBe(30)
    void app.block(20)!.signed.header
    expect(app.block(20)!.signed.pending).toBe(0)

    const short = chain({ keepBlocks: 3 })
    grow(short, 30)
    expect(short.block(30)!.signed.pending).toBeLessThanOrEqual(3)
    expect(short.block(30)!.signed.blockId).toEqual(app.block(30)!.signed.blockId)
  })

  test('a block of the same height after a restore has another hash', () => {
    const app = chain()
    grow(app, 2)
    const snapshot = app.snapshot()
    grow(app, 1)
    const first = app.block(3)!.signed.blockId.hash
    app.restore(snapshot)
    app.beginBlock({ time: app.last.time + 1n })
    app.endBlock()
    expect(app.block(3)!.signed.blockId.hash).not.toEqual(first)
    expect(app.block(3)!.signed.header.lastBlockId).toEqual(app.block(2)!.signed.blockId)
  })
})
