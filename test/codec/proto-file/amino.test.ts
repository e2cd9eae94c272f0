import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ChainError } from '../../../src/base/errors.js'
import { fromBase64, fromUtf8 } from '../../../src/base/bytes.js'
import { aminoSignBytes } from '../../../src/codec/amino/sign-doc.js'
import { learnProtoFiles } from '../../../src/codec/proto-file/index.js'

// Recorded by reference/gateway: the SDK's encoder over a protobuf file that it has no code for.
const { proto, messages } = JSON.parse(
  readFileSync(new URL('../../../fixtures/server/gateway/amino.json', import.meta.url), 'utf8'),
) as {
  readonly proto: string
  readonly messages: readonly {
    readonly type: string
    readonly json: unknown
    readonly bytes: string
    readonly amino?: string
    readonly error?: string
  }[]
}

learnProtoFiles([proto])

const signed = (type: string, bytes: string): string => {
  const doc = aminoSignBytes({
    chainId: 'x',
    accountNumber: 0n,
    sequence: 0n,
    messages: [{ typeUrl: `/${type}`, value: fromBase64(bytes) }],
    fee: { amount: [], gas: '1' },
    memo: '',
    timeoutHeight: 0n,
    unordered: false,
    timeoutTimestamp: undefined,
  })
  return /"msgs":\[(.*)\],"sequence"/s.exec(fromUtf8(doc))![1]!
}

test.each(messages.map((one) => [`${one.type} ${JSON.stringify(one.json)}`, one] as const))(
  'signs %s as the chain does',
  (_, { type, bytes, amino, error }) => {
    if (amino !== undefined) return expect(signed(type, bytes)).toBe(amino)
    expect(() => signed(type, bytes)).toThrow(ChainError)
    expect(() => signed(type, bytes)).toThrow(error)
  },
)
