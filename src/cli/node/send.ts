import { Registry, type TsProtoGeneratedType } from '@cosmjs/proto-signing'
import { parseCoins, SigningStargateClient, type DeliverTxResponse } from '@cosmjs/stargate'
import type { Comet38Client } from '@cosmjs/tendermint-rpc'
import { UsageError } from '../../base/index.js'
import type { Any } from '../../codec/index.js'
import { ask } from './ask.js'
import { signerOf } from './keyring.js'

export interface SendFlags {
  /** Name or address in the keyring. */
  readonly from: string
  readonly gas: string
  readonly fees: string
  readonly keyringFile: string
  readonly note: string
}

/** An encoded message. */
const BYTES: TsProtoGeneratedType = {
  fromPartial: (object: object) => object,
  encode: (message: { readonly bytes: Uint8Array }) => ({ finish: () => message.bytes }) as never,
  decode: (bytes: Uint8Array | { readonly len: number }) => ({ bytes }),
}

/**
 * Signs a transaction with one message with a key of the keyring, sends it and waits for its block.
 * @param build the message, for the address of the signer
 * @throws UsageError, NodeError
 */
export async function send(
  node: Comet38Client,
  flags: SendFlags,
  build: (sender: string) => Any,
): Promise<DeliverTxResponse> {
  const prefix = (
    JSON.parse(await ask(node, '/cosmos.auth.v1beta1.Query/Bech32Prefix', {})) as { bech32_prefix: string }
  ).bech32_prefix
  const signer = await signerOf(flags.keyringFile, flags.from, prefix)
  const [account] = await signer.getAccounts()
  const { typeUrl, value } = build(account!.address)
  const client = SigningStargateClient.createWithSigner(node, signer, {
    registry: new Registry([[typeUrl, BYTES]]),
    broadcastPollIntervalMs: 100,
  })
  return client.signAndBroadcast(
    account!.address,
    [{ typeUrl, value: { bytes: value } }],
    { amount: feesOf(flags.fees), gas: flags.gas },
    flags.note,
  )
}

function feesOf(text: string) {
  try {
    return parseCoins(text)
  } catch (error) {
    throw new UsageError(`--fees must be like 1000untrn, not ${JSON.stringify(text)}`, { cause: error })
  }
}
