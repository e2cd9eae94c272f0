import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toBase64, toUtf8 } from '../../../src/base/bytes.js'
import { protoOfBody } from '../../../src/codec/proto-json/index.js'

// Recorded by reference/gateway: how a POST handler of the gateway reads a body.
const { bodies } = JSON.parse(
  readFileSync(new URL('../../../fixtures/server/gateway/bodies.json', import.meta.url), 'utf8'),
) as {
  readonly bodies: readonly {
    readonly type: string
    readonly body: string
    readonly bytes?: string
    readonly error?: string
  }[]
}

test.each(bodies.map((one) => [`${one.body} as ${one.type}`, one] as const))(
  'reads %s as the gateway does',
  (_, { type, body, bytes = '', error }) => {
    if (error === undefined) return expect(toBase64(protoOfBody(type, toUtf8(body)))).toBe(bytes)
    expect(() => protoOfBody(type, toUtf8(body))).toThrow(expect.objectContaining({ shortMessage: error }))
  },
)

test('a name that is not UTF-8 is refused as an unknown one', () => {
  const body = Buffer.from('{"option":"\xff"}', 'latin1')
  expect(() => protoOfBody('cosmos.gov.v1.MsgVote', body)).toThrow(
    /^unknown value ".*" for enum cosmos.gov.v1.VoteOption/,
  )
})
