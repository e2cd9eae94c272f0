import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import { anyWriter, ProtoWriter, type Any, type Coin } from '../../codec/index.js'
import { directSignBytes, learnTx, type TxParts } from './tx.js'

/** Who signs: its public key as `Any`, the account's number and sequence, and the signature over sign bytes. An impersonated signer has no key. */
interface TxSigner {
  readonly publicKey: Any | undefined
  readonly accountNumber: bigint
  readonly sequence: bigint
  /** A function that returns 64 bytes over the SHA-256 of the sign bytes, or placeholder bytes that nobody checks. */
  readonly sign: ((signBytes: Uint8Array) => Uint8Array) | Uint8Array
}

export interface TxContent {
  readonly chainId: string
  readonly messages: readonly Any[]
  readonly fee: readonly Coin[]
  readonly gasLimit: bigint
  readonly memo?: string
  readonly timeoutHeight?: bigint
  readonly feePayer?: string
  /** Whether bytes of a message come from outside: the transaction is then read as the chain reads it, which refuses unknown fields. */
  readonly isForeign?: boolean
  /** In the order in which the messages name them. */
  readonly signers: readonly TxSigner[]
}

/** The bytes of a transaction signed in direct mode, as a wallet builds them. Source: proto cosmos.tx.v1beta1. */
export function buildTx(content: TxContent): Uint8Array {
  const bodyBytes = encodeBody(content)
  const authInfoBytes = encodeAuthInfo(content)
  const raw = new ProtoWriter().bytes(1, bodyBytes).bytes(2, authInfoBytes)
  const { chainId, signers } = content
  const signatures = signers.map(({ sign, accountNumber }) =>
    sign instanceof Uint8Array ? sign : sign(directSignBytes({ bodyBytes, authInfoBytes, chainId, accountNumber })),
  )
  for (const signature of signatures) raw.message(3, signature)
  const bytes = raw.finish()
  if (content.isForeign !== true && isPlain(content))
    learnTx(bytes, partsOf(content, { bodyBytes, authInfoBytes, signatures }))
  return bytes
}

/** UTF-8 cannot encode lone surrogates. */
const LONE_SURROGATE = /\p{Surrogate}/u

/** Whether the bytes decode to the same values: no malformed text, no number that wraps. */
const isPlain = ({
  messages,
  gasLimit,
  memo = '',
  timeoutHeight = 0n,
  feePayer = '',
  fee,
  signers,
}: TxContent): boolean =>
  [memo, feePayer, ...messages.map(({ typeUrl }) => typeUrl), ...fee.map(({ denom }) => denom)].every(
    (text) => !LONE_SURROGATE.test(text),
  ) &&
  [gasLimit, timeoutHeight, ...signers.map(({ sequence }) => sequence)].every(
    (number) => number >= 0n && number < 1n << 64n,
  )

/** The decoded parts of the transaction. */
const partsOf = (
  { messages, memo = '', timeoutHeight = 0n, fee, gasLimit, feePayer = '', signers }: TxContent,
  written: Pick<TxParts, 'bodyBytes' | 'authInfoBytes' | 'signatures'>,
): TxParts => ({
  ...written,
  messages,
  memo,
  timeoutHeight,
  timeoutTimestamp: undefined,
  unordered: false,
  extensionOptions: [],
  nonCriticalExtensionOptions: [],
  fee: {
    amount: fee.map(({ denom, amount }) => ({ denom, amount: String(amount) })),
    gasLimit,
    payer: feePayer,
    granter: '',
  },
  signerInfos: signers.map(({ publicKey, sequence }) => ({ publicKey, sequence, mode: SINGLE_DIRECT })),
})
const SINGLE_DIRECT = { kind: 'single', mode: 'direct' } as const

function encodeBody({ messages, memo = '', timeoutHeight = 0n }: TxContent): Uint8Array {
  const body = new ProtoWriter()
  for (const message of messages) body.message(1, anyWriter(message))
  return body.string(2, memo).uint64(3, timeoutHeight).finish()
}

const DIRECT = BigInt(SignMode.SIGN_MODE_DIRECT)

function encodeAuthInfo({ signers, fee, gasLimit, feePayer = '' }: TxContent): Uint8Array {
  const auth = new ProtoWriter()
  for (const { publicKey, sequence } of signers) {
    const mode = new ProtoWriter().message(1, new ProtoWriter().uint64(1, DIRECT))
    const info = new ProtoWriter()
    if (publicKey !== undefined) info.message(1, anyWriter(publicKey))
    auth.message(1, info.message(2, mode).uint64(3, sequence))
  }
  const paid = new ProtoWriter()
  for (const { denom, amount } of fee) paid.message(1, new ProtoWriter().string(1, denom).string(2, String(amount)))
  return auth.message(2, paid.uint64(2, gasLimit).string(3, feePayer)).finish()
}
