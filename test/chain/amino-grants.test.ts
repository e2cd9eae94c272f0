import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys'
import { TxBody, TxRaw, AuthInfo } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { aminoSignBytes } from '../../src/codec/amino/sign-doc.js'

interface Recorded {
  readonly chainId: string
  readonly accountNumber: string
  readonly sequence: string
  readonly signed: readonly string[]
}
const { signed, ...position } = JSON.parse(readFileSync('fixtures/wasmd/amino-grants.json', 'utf8')) as Recorded

/** The text that a recorded signature should be of, and whether it is. */
function checked(tx: string): { readonly text: string; readonly isSigned: boolean } {
  const { bodyBytes, authInfoBytes, signatures } = TxRaw.decode(Buffer.from(tx, 'base64'))
  const { messages, memo } = TxBody.decode(bodyBytes)
  const { fee, signerInfos } = AuthInfo.decode(authInfoBytes)
  const bytes = aminoSignBytes({
    chainId: position.chainId,
    accountNumber: BigInt(position.accountNumber),
    sequence: BigInt(position.sequence),
    messages,
    memo,
    fee: { amount: fee!.amount, gas: String(fee!.gasLimit) },
    timeoutHeight: 0n,
    unordered: false,
    timeoutTimestamp: undefined,
  })
  const { key } = PubKey.decode(signerInfos[0]!.publicKey!.value)
  const isSigned = secp256k1.verify(signatures[0]!, sha256(bytes), key, { prehash: false })
  return { text: Buffer.from(bytes).toString(), isSigned }
}

// All kinds of authorizations, with members that are set and that are not, and messages within a message.
test('grants in amino JSON are the text that wasmd signs', () => {
  const all = signed.map(checked)
  expect(all.length).toBeGreaterThan(16)
  expect(all.filter(({ isSigned }) => !isSigned).map(({ text }) => text)).toEqual([])
})
