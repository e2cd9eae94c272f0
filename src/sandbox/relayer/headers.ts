import { BlockIDFlag } from 'cosmjs-types/tendermint/types/validator'
import type { Header as BlockHeader } from 'cosmjs-types/tendermint/types/types'
import { NO_BYTES, UsageError } from '../../base/index.js'
import { namedValidator, signedHeader, type Validator } from '../../chain/index.js'
import { momentOf, type Any } from '../../codec/index.js'
import { Header, Misbehaviour, MISBEHAVIOUR, nanoseconds, validatorSet } from '../../modules/ibc/relay.js'
import type { HeaderForgery } from './actions.js'
import { flipBit } from './forge.js'

const HOUR = 3_600_000_000_000n

/** An absent signature, as blocks carry it. */
const ABSENT = {
  blockIdFlag: BlockIDFlag.BLOCK_ID_FLAG_ABSENT,
  validatorAddress: NO_BYTES,
  timestamp: { seconds: -62_135_596_800n, nanos: 0 },
  signature: NO_BYTES,
}

/** The header with different content, signed by the same validators. */
function signedAgain(header: Header, change: Partial<BlockHeader>, validators: readonly Validator[]): Header {
  const content = { ...header.signedHeader!.header!, ...change }
  return { ...header, signedHeader: signedHeader(content, validators) }
}

function withSignatures(header: Header, change: (signature: Uint8Array) => Uint8Array | undefined): Header {
  const { commit } = header.signedHeader!
  const signatures = commit!.signatures.map((entry) => {
    const signature = change(entry.signature)
    return signature === undefined ? ABSENT : { ...entry, signature }
  })
  return { ...header, signedHeader: { ...header.signedHeader!, commit: { ...commit!, signatures } } }
}

/** A header that a client has to refuse. @param any an honest header @param validators its signers */
export function forgeHeader({ typeUrl, value }: Any, forge: HeaderForgery, validators: readonly Validator[]): Any {
  if (typeof forge === 'object') return { typeUrl, value: flipBit(value, forge.flipBit) }
  const header = Header.decode(value)
  const content = header.signedHeader!.header!
  const strangers = [namedValidator('stranger')]
  const forged = {
    power: () => withSignatures(header, () => undefined),
    signature: () => withSignatures(header, (signature) => flipBit(signature, 0)),
    chain: () => signedAgain(header, { chainId: `other-${content.chainId}` }, validators),
    future: () => signedAgain(header, { time: momentOf(nanoseconds(content.time) + HOUR) }, validators),
    validators: () => ({
      ...header,
      trustedValidators: validatorSet(strangers),
      validatorSet: validatorSet(strangers),
    }),
  }[forge]()
  return { typeUrl, value: Header.encode(forged).finish() }
}

/** An honest header and one that contradicts it, both signed by the same validators. */
export function conflicting(
  { value }: Any,
  clientId: string,
  as: 'twoBlocks' | 'time',
  validators: readonly Validator[],
): Any {
  const honest = Header.decode(value)
  const content = honest.signedHeader!.header!
  if (as === 'time' && content.height <= honest.trustedHeight.revisionHeight + 1n)
    throw new UsageError('times that do not rise need two heights beyond the one that the client knows', {
      details: ['right: make a block on the other chain first'],
    })
  const other =
    as === 'twoBlocks'
      ? signedAgain(honest, { appHash: flipBit(content.appHash, 0) }, validators)
      : signedAgain(
          honest,
          { height: content.height - 1n, time: momentOf(nanoseconds(content.time) + 1_000_000_000n) },
          validators,
        )
  const misbehaviour = { clientId, header1: honest, header2: other }
  return { typeUrl: MISBEHAVIOUR, value: Misbehaviour.encode(misbehaviour).finish() }
}
