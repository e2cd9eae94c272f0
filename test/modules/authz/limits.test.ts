import { readFileSync } from 'node:fs'
import { MsgExec } from 'cosmjs-types/cosmos/authz/v1beta1/tx'
import { expect, test } from 'vitest'
import { ChainError } from '../../../src/base/errors.js'
import type { Any } from '../../../src/codec/any.js'
import { newWasmdApp } from '../../app/chains.js'
import { msgSend } from '../chain.js'

// Recorded by reference/texts: how many messages in an authz message the decoder of transactions unpacks.
const { limits } = JSON.parse(
  readFileSync(new URL('../../../fixtures/server/texts/accounts.json', import.meta.url), 'utf8'),
) as { readonly limits: readonly { readonly kind: 'deep' | 'wide'; readonly size: number; readonly error?: string }[] }

const { router } = newWasmdApp().baseApp
const send = msgSend('a', 'b', [])
const exec = (...msgs: Any[]): Any => ({
  typeUrl: MsgExec.typeUrl,
  value: MsgExec.encode({ grantee: 'a', msgs }).finish(),
})

function nested(size: number): Any {
  let message = send
  for (let i = 0; i < size; i++) message = exec(message)
  return message
}

function refusal(message: Any): string | undefined {
  try {
    router.decode(message)
    return undefined
  } catch (error) {
    if (error instanceof ChainError) return `${error.log}: tx parse error`
    throw error
  }
}

test.each(limits.map((one) => [one.size, one.kind, one] as const))('%i messages, %s', (size, kind, { error }) => {
  const message = kind === 'deep' ? nested(size) : exec(...Array.from({ length: size }, () => send))
  expect(refusal(message)).toBe(error)
})
