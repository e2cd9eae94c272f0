import { createRequire } from 'node:module'
import type { AminoMsg, StdFee } from '@cosmjs/amino'
import type { AminoConverters } from '@cosmjs/stargate'
import { fromUtf8, toUtf8 } from '../../base/index.js'
import type { Any } from '../any.js'
import { rfc3339Nano } from '../time.js'
import { plainMessage } from './plain.js'

type Amino = typeof import('@cosmjs/amino')
type ProtoSigning = typeof import('@cosmjs/proto-signing')
type Stargate = typeof import('@cosmjs/stargate')
type Wasm = typeof import('@cosmjs/cosmwasm-stargate')

/** What a signer signs in amino JSON mode. Amounts and numbers as decimal text. */
export interface AminoSignDoc {
  readonly chainId: string
  readonly accountNumber: bigint
  readonly sequence: bigint
  readonly messages: readonly Any[]
  readonly fee: StdFee
  readonly memo: string
  /** 0 for none. */
  readonly timeoutHeight: bigint
  readonly unordered: boolean
  /** Nanoseconds since 1970. */
  readonly timeoutTimestamp: bigint | undefined
}

interface Converter {
  toAmino(message: Any): AminoMsg
  bytes(doc: AminoSignDoc): Uint8Array
}

let loaded: Converter | undefined

/** cosmjs is slow to load and rarely needed, so it is loaded on first use. */
function converter(): Converter {
  if (loaded !== undefined) return loaded
  const require = createRequire(import.meta.url)
  const { makeSignDoc, serializeSignDoc } = require('@cosmjs/amino') as Amino
  const { Registry } = require('@cosmjs/proto-signing') as ProtoSigning
  const { AminoTypes } = require('@cosmjs/stargate') as Stargate
  const { createWasmAminoConverters, wasmTypes } = require('@cosmjs/cosmwasm-stargate') as Wasm
  const registry = new Registry(wasmTypes)
  const converters: AminoConverters = createWasmAminoConverters()
  const types = new AminoTypes(converters)
  const toAmino = (message: Any): AminoMsg =>
    Object.hasOwn(converters, message.typeUrl) && registry.lookupType(message.typeUrl) !== undefined
      ? types.toAmino({ typeUrl: message.typeUrl, value: registry.decode(message) as object })
      : (plainMessage(message, toAmino) as AminoMsg)
  return (loaded = {
    toAmino,
    bytes: ({ messages, fee, chainId, memo, accountNumber, sequence, timeoutHeight, unordered, timeoutTimestamp }) =>
      separatorsEscaped(
        serializeSignDoc({
          ...makeSignDoc(
            messages.map(toAmino),
            { ...fee, amount: fee.amount.map(withoutEmpty) as StdFee['amount'] },
            chainId,
            memo,
            0,
            0,
            timeoutHeight === 0n ? undefined : timeoutHeight,
          ),
          // cosmjs takes no numbers beyond 2⁵³ for these, which accounts have from cosmos-sdk v0.54 on,
          account_number: String(accountNumber),
          sequence: String(sequence),
          // and knows no members for these.
          ...(timeoutTimestamp !== undefined && { timeout_timestamp: rfc3339Nano(timeoutTimestamp) }),
          ...(unordered && { unordered }),
        }),
      ),
  })
}

/** A coin of a fee, without a denomination that is empty. */
const withoutEmpty = ({ denom, amount }: StdFee['amount'][number]) => ({ ...(denom !== '' && { denom }), amount })

/** Go escapes the separators of lines and paragraphs; cosmjs does not. Source: go1.24 encoding/json `appendString` */
function separatorsEscaped(bytes: Uint8Array): Uint8Array {
  const text = fromUtf8(bytes)
  return /[\u2028\u2029]/.test(text)
    ? toUtf8(text.replace(/[\u2028\u2029]/g, (sign) => (sign === '\u2028' ? '\\u2028' : '\\u2029')))
    : bytes
}

/**
 * The bytes signed in `SIGN_MODE_LEGACY_AMINO_JSON`: sorted JSON of all that the signer agrees to. Messages of wasmd
 * are written by cosmjs, as wallets write them; others by the encoder's general rules.
 * @throws SchemaError for a message in no table
 * Source: cosmossdk.io/x/tx signing/aminojson.
 */
export const aminoSignBytes = (doc: AminoSignDoc): Uint8Array => converter().bytes(doc)
