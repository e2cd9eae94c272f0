import { expect, test } from 'vitest'
import { toHex } from '../../../src/base/bytes.js'
import { ChainError } from '../../../src/base/errors.js'
import { decodeEthereumTx, senderOf } from '../../../src/modules/evm/index.js'
import { readLines } from '../../app/wasmd/recording.js'

interface Line {
  readonly raw: string
  readonly error?: string
  readonly hash?: string
  readonly sender?: string
  readonly refused?: string
}

const CHAIN_ID = 262144n

const refusal = (error: unknown): string => {
  if (error instanceof ChainError) return error.log
  throw error
}

function read(raw: string): Omit<Line, 'raw'> {
  let tx
  try {
    tx = decodeEthereumTx(Buffer.from(raw, 'base64'))
  } catch (error) {
    return { error: refusal(error) }
  }
  const hash = `0x${toHex(tx.hash)}`
  try {
    return { hash, sender: `0x${toHex(senderOf(tx, CHAIN_ID))}` }
  } catch (error) {
    return { hash, refused: refusal(error) }
  }
}

test('changed encodings of transactions are refused in the words of go-ethereum, or have its hash and sender', () => {
  const lines = readLines('fixtures/evmd/encodings.jsonl.br') as readonly Line[]
  expect(lines).toHaveLength(1000)
  for (const { raw, ...expected } of lines) expect(read(raw), raw).toEqual(expected)
})
