import {
  below,
  decoding,
  ErrInvalidAddress,
  GenesisReader,
  GrpcError,
  message,
  nilPointer,
  collectionPaginate,
  parseAddress,
  plainError,
  registerError,
  rethrowing,
  walk,
  type Module,
} from '../../chain/index.js'
import type { Json } from '../../base/json-value.js'
import {
  decodeAny,
  hexProblem,
  momentOf,
  nanosOf,
  parseRfc3339,
  rfc3339,
  rfc3339Nano,
  type Any,
} from '../../codec/index.js'
import { Equivocation } from 'cosmjs-types/cosmos/evidence/v1beta1/evidence'
import * as types from 'cosmjs-types/cosmos/evidence/v1beta1/query'
import { MsgSubmitEvidence } from 'cosmjs-types/cosmos/evidence/v1beta1/tx'
import { EVIDENCE_PREFIX, EVIDENCE_STORE, evidenceKey, hashOf, setEvidence, type EvidenceKeeper } from './keeper.js'

const SERVICE = '/cosmos.evidence.v1beta1.Query'

/** Source: cosmossdk.io/x/evidence v0.2.0 types/errors.go. */
const evidenceError = (code: number, text: string) => registerError('evidence', code, text)
const ErrInvalidEvidence = evidenceError(3, 'invalid evidence')
const ErrEvidenceExists = evidenceError(5, 'evidence already exists')

/** Source: `Equivocation.ValidateBasic`. */
function problemOf(one: Equivocation): string | undefined {
  if (one.time.seconds <= 0n)
    return `invalid equivocation time: ${rfc3339(nanosOf(one.time)).replace('T', ' ').replace('Z', ' +0000 UTC')}`
  if (one.height < 1n) return `invalid equivocation height: ${one.height}`
  if (one.power < 1n) return `invalid equivocation validator power: ${one.power}`
  return one.consensusAddress === '' ? 'invalid equivocation validator consensus address: ' : undefined
}

interface Submission {
  readonly submitter: string
  readonly evidence: Equivocation | undefined
}

/** No app handles evidence of transactions, so all of it fails. Source: keeper/msg_server.go, keeper.go `SubmitEvidence`. */
const submitEvidence = message<Submission>({
  typeUrl: MsgSubmitEvidence.typeUrl,
  decode: (value) => {
    const { submitter, evidence } = MsgSubmitEvidence.decode(value)
    return { submitter, evidence: evidence && equivocationOf(evidence) }
  },
  signers: ({ submitter }) => [submitter],
  handle: (ctx, { submitter, evidence }) => {
    rethrowing(
      (error) => ErrInvalidAddress.error(`invalid submitter address: ${error.log}`),
      () => parseAddress(ctx, submitter),
    )
    if (evidence === undefined) throw ErrInvalidEvidence.error('missing evidence')
    const problem = problemOf(evidence)
    if (problem !== undefined) throw ErrInvalidEvidence.error(`failed basic validation: ${problem}`)
    const hash = hashOf(evidence)
    if (ctx.store(EVIDENCE_STORE).get(evidenceKey(hash)) !== undefined)
      throw ErrEvidenceExists.error(Buffer.from(hash).toString('hex').toUpperCase())
    // Apps set no router of evidence. Source: wasmd app/app.go, neutron app/app.go.
    throw nilPointer()
  },
})

function equivocationOf({ typeUrl, value }: Any): Equivocation {
  if (typeUrl !== Equivocation.typeUrl) throw plainError(`unable to resolve type URL ${typeUrl}`)
  return Equivocation.decode(value)
}

const queries: NonNullable<Module['queries']> = {
  [`${SERVICE}/Evidence`]: (ctx, bytes) => {
    const { hash } = decoding(() => types.QueryEvidenceRequest.decode(bytes))
    if (hash === '') throw new GrpcError('InvalidArgument', 'invalid request; hash is empty')
    const problem = hexProblem(hash)
    if (problem !== undefined) throw plainError(`invalid evidence hash: ${problem}`)
    const found = ctx.store(EVIDENCE_STORE).get(evidenceKey(Buffer.from(hash, 'hex')))
    if (found === undefined) throw new GrpcError('NotFound', `evidence ${hash} not found`)
    return types.QueryEvidenceResponse.encode({ evidence: decodeAny(found) }).finish()
  },
  [`${SERVICE}/AllEvidence`]: (ctx, bytes) => {
    const { pagination } = decoding(() => types.QueryAllEvidenceRequest.decode(bytes))
    const page = collectionPaginate(ctx, below(ctx.store(EVIDENCE_STORE), EVIDENCE_PREFIX), pagination, {
      row: (_, value) => decodeAny(value),
    })
    return types.QueryAllEvidenceResponse.encode({ evidence: page.rows, pagination: page.pagination }).finish()
  },
}

/** Evidence against validators who signed two blocks of one height. Source: cosmossdk.io/x/evidence v0.2.0. */
export const evidenceModule = (keeper: EvidenceKeeper): Module => ({
  name: 'evidence',
  stores: [EVIDENCE_STORE],
  messages: Object.fromEntries([submitEvidence]),
  queries,
  defaultGenesis: () => ({ evidence: [] }),
  initGenesis: (ctx, state) => {
    for (const json of new GenesisReader(state, 'evidence').at('evidence').list()) {
      const equivocation = readEquivocation(json)
      const problem = problemOf(equivocation)
      if (problem !== undefined) throw json.error(problem)
      setEvidence(ctx, equivocation)
    }
  },
  exportGenesis: (ctx) => ({
    evidence: Array.from(walk(ctx.store(EVIDENCE_STORE), EVIDENCE_PREFIX), ([, value]): Json => {
      const one = Equivocation.decode(decodeAny(value).value)
      return {
        '@type': Equivocation.typeUrl,
        height: String(one.height),
        time: rfc3339Nano(nanosOf(one.time)),
        power: String(one.power),
        consensus_address: one.consensusAddress,
      }
    }),
  }),
  beginBlock: (ctx) => keeper.beginBlock(ctx),
})

function readEquivocation(json: GenesisReader): Equivocation {
  if (json.at('@type').string() !== Equivocation.typeUrl)
    throw json.at('@type').error(`only evidence of type ${Equivocation.typeUrl} is supported`)
  return {
    height: json.at('height').integer(),
    time: momentOf(json.at('time').parsed(parseRfc3339)),
    power: json.at('power').integer(),
    consensusAddress: json.at('consensus_address').string(),
  }
}
