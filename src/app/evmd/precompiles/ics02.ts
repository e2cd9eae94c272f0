import { NO_BYTES, textOf } from '../../../base/index.js'
import { ProtoError, type Any } from '../../../codec/index.js'
import { WireReader } from '../../../store/ics23/index.js'
import { nilPointer, plainError } from '../../../chain/index.js'
import type { IbcKeeper } from '../../../modules/ibc/index.js'
import { ErrInvalidClient, validateClientMessage } from '../../../modules/ibc/index.js'
import { clientIdProblem } from '../../../codec/ibc/index.js'
import { nativeContract, question, transaction, type NativeCall, type NativeContract } from './contract.js'

const HEIGHT = '(uint64 revisionNumber, uint64 revisionHeight)'
type HeightValue = readonly [revisionNumber: bigint, revisionHeight: bigint]

/** What clients of Tendermint chains are given. */
const MESSAGES: ReadonlySet<string> = new Set(
  ['Header', 'Misbehaviour'].map((name) => `/ibc.lightclients.tendermint.v1.${name}`),
)

const SUCCESS = 0n
const MISBEHAVIOUR = 1n
const MAX_INT64 = (1n << 63n) - 1n

type Clients = IbcKeeper['clients']
type Proof = readonly [id: string, proof: Uint8Array, height: HeightValue, path: readonly Uint8Array[]]

/** Light clients of other chains. Source: cosmos/evm v0.7.3 precompiles/ics02. */
export const ics02Contract = (clients: Clients): NativeContract =>
  nativeContract({
    chargesRows: true,
    movesCoins: false,
    methods: [
      question<readonly [string]>('getClientState(string clientId) returns (bytes)', ({ ctx }, [id]) => {
        const state = clients.clientState(ctx, id)?.value
        if (state === undefined || state.length === 0) throw plainError(`client state not found for client ID ${id}`)
        return [state]
      }),
      transaction<readonly [string, Uint8Array]>(
        'updateClient(string clientId, bytes updateMsg) returns (uint8)',
        ({ ctx }, [id, bytes]) => {
          assertId(id)
          const message = readMessage(bytes)
          // The chain goes on with no message.
          if (message.typeUrl === '') throw nilPointer()
          if (!MESSAGES.has(message.typeUrl))
            throw plainError(
              `no concrete type registered for type URL ${message.typeUrl} against interface *exported.ClientMessage`,
            )
          validateClientMessage(message)
          clients.update(ctx, id, message)
          return [clients.status(ctx, id) === 'Frozen' ? MISBEHAVIOUR : SUCCESS]
        },
      ),
      transaction<readonly [...Proof, value: Uint8Array]>(
        `verifyMembership(string clientId, bytes proof, ${HEIGHT} proofHeight, bytes[] path, bytes value) returns (uint256)`,
        (call, [id, proof, height, path, value]) => {
          assertId(id)
          clients.verifyMembership(call.ctx, id, requestOf(proof, height, path), value)
          return [secondsAt(clients, call, id, height)]
        },
      ),
      transaction<Proof>(
        `verifyNonMembership(string clientId, bytes proof, ${HEIGHT} proofHeight, bytes[] path) returns (uint256)`,
        (call, [id, proof, height, path]) => {
          assertId(id)
          clients.verifyNonMembership(call.ctx, id, requestOf(proof, height, path))
          return [secondsAt(clients, call, id, height)]
        },
      ),
    ],
  })

/** @throws ChainError undefined/1 for bytes that are no `Any`. Source: gogoproto types/any `Unmarshal` */
function readMessage(bytes: Uint8Array): Any {
  const reader = new WireReader('Any', bytes)
  let [typeUrl, value] = ['', NO_BYTES]
  try {
    for (let field = reader.next(); field > 0; field = reader.next())
      if (field === 1) typeUrl = textOf(reader.bytes('TypeUrl'))
      else if (field === 2) value = reader.bytes('Value')
      else reader.skip()
  } catch (error) {
    throw error instanceof ProtoError ? plainError(error.shortMessage) : error
  }
  return { typeUrl, value }
}

function assertId(id: string): void {
  if (clientIdProblem(id) !== undefined) throw ErrInvalidClient.error(`invalid client ID: ${id}`)
}

const heightOf = ([revisionNumber, revisionHeight]: HeightValue) => ({ revisionNumber, revisionHeight })

const requestOf = (proof: Uint8Array, height: HeightValue, path: readonly Uint8Array[]) => ({
  proof,
  path,
  height: heightOf(height),
  delayTime: 0n,
  delayBlocks: 0n,
})

function secondsAt(clients: Clients, { ctx }: NativeCall, id: string, height: HeightValue): bigint {
  const nanoseconds = clients.timestampAt(ctx, id, heightOf(height))
  if (nanoseconds > MAX_INT64) throw plainError('timestamp in nanoseconds exceeds int64 max value')
  return nanoseconds / 1_000_000_000n
}
