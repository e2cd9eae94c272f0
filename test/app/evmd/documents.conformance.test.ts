import { keccak_256 } from '@noble/hashes/sha3.js'
import { expect, test } from 'vitest'
import { EvmdApp } from '../../../src/app/evmd/app.js'
import { isReadable, isWritable } from '../../../src/app/evmd/signing/amino-names.js'
import { earlierBytes, presentBytes } from '../../../src/app/evmd/signing/keys.js'
import { addressText } from '../../../src/chain/address.js'
import { signedBy, type Signed } from '../../../src/chain/ante/sign-bytes.js'
import { decodeTx } from '../../../src/chain/tx/tx.js'
import { aminoName } from '../../../src/codec/amino/rules.js'
import { toHex } from '../../../src/base/bytes.js'
import { readLines } from '../wasmd/recording.js'

/** What an account signed, and the hash of each of its forms as typed data, or why it has none. */
interface Line {
  readonly mode: 'SIGN_MODE_DIRECT' | 'SIGN_MODE_LEGACY_AMINO_JSON'
  readonly tx: string
  readonly number: string
  readonly sequence: number
  readonly doc: string
  readonly typed: Form
  readonly earlier: Form
}
type Form = { readonly hash?: string; readonly error?: string }

const [header, ...lines] = readLines('fixtures/evmd/documents.jsonl.br') as readonly [
  { readonly names: Readonly<Record<string, string>> },
  ...Line[],
]

const CHAIN = { id: 'cosmos_262144-1', evmId: 262_144n }

const app = new EvmdApp({
  name: 'evmd',
  prefix: 'cosmos',
  denom: 'atest',
  vm: '',
  wasmd: 'stock',
  txContracts: false,
  txIndex: true,
  chainId: CHAIN.id,
  genesisTime: 0n,
  params: {},
  genesis: {
    bank: {
      denom_metadata: [
        { base: 'atest', display: 'test', denom_units: [{ denom: 'atest' }, { denom: 'test', exponent: 18 }] },
      ],
    },
  },
})

function signedOf({ mode, tx: bytes, number, sequence }: Line): Signed {
  const ctx = app.baseApp.queryContext()
  const tx = decodeTx(Buffer.from(bytes, 'base64'), app.baseApp.router, ctx)
  const address = addressText('cosmos', tx.signers[0]!)
  const signer = {
    chainId: CHAIN.id,
    accountNumber: BigInt(number),
    sequence: BigInt(sequence),
    address,
    feePayer: address,
    key: tx.signerInfos[0]!.publicKey!,
  }
  return signedBy(tx, signer, new Set(), ctx.release.texts)(mode === 'SIGN_MODE_DIRECT' ? 'direct' : 'amino')
}

const hashOf = (bytes: Uint8Array | undefined): string | undefined => bytes && `0x${toHex(keccak_256(bytes))}`

test('documents of random transactions have the typed data of the chain in both forms, or none', () => {
  const different: unknown[] = []
  for (const line of lines) {
    const signed = signedOf(line)
    expect(Buffer.from(signed.bytes).toString('base64')).toBe(line.doc)
    const typed = hashOf(presentBytes(signed, CHAIN.evmId))
    const earlier = hashOf(earlierBytes(signed, CHAIN.evmId))
    if (typed !== line.typed.hash || earlier !== line.earlier.hash) different.push({ line, typed, earlier })
  }
  expect(different).toEqual([])
  expect(lines.filter(({ typed }) => typed.hash !== undefined).length).toBeGreaterThan(600)
  expect(lines.filter(({ earlier }) => earlier.hash !== undefined).length).toBeGreaterThan(400)
})

test('messages have the names of the chain in documents, or cannot be read', () => {
  const messages = Object.entries(header.names).filter(([typeUrl]) => /\.Msg\w+$/.test(typeUrl))
  expect(messages.length).toBeGreaterThan(100)
  for (const [typeUrl, name] of messages) {
    const message = { typeUrl, value: new Uint8Array() }
    expect([typeUrl, isWritable(message)]).toEqual([typeUrl, name !== ''])
    expect([typeUrl, isReadable(message)]).toEqual([typeUrl, name !== '' && name === aminoName(typeUrl)])
  }
})
