import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { NO_BYTES } from '../../../src/base/index.js'
import { grpcStatus } from '../../../src/chain/index.js'
import { chainErrorOf } from '../../../src/server/chain-error.js'
import { ChainNode } from '../../../src/server/chain-node.js'
import { DEFAULT_CHAIN_LIMITS } from '../../../src/server/limits.js'
import { RestGateway } from '../../../src/server/rest/answer.js'
import { readRecording, replaying, type Question } from './recording.js'

const recording = readRecording('fixtures/wasmd/queries-0.70.jsonl.br')
const { app, steps } = replaying(recording)
const node = new ChainNode({ baseApp: app, name: 'wasmd', denom: 'stake' }, DEFAULT_CHAIN_LIMITS)
const gateway = new RestGateway(node)

test('blocks in which the consensus params and their authority change are those of a wasmd node', () => {
  const different: unknown[] = []
  for (const { height, txs, asides, events, roots } of steps) {
    const compared = [...txs, ...asides, ...roots, ...(height > 1 ? [events] : [])]
    different.push(...compared.filter(({ expected, actual }) => !isDeepStrictEqual(expected, actual)))
    if (different.length > 5) break
  }
  expect(different).toEqual([])
})

const bytesOf = (text = ''): Uint8Array => (text === '' ? NO_BYTES : new Uint8Array(Buffer.from(text, 'base64')))

/** Answers with the code of a contract are recorded by their hash. */
const brief = (text: string): string =>
  text.length > 20_000 ? `sha256 ${createHash('sha256').update(text).digest('hex')}` : text

function answerOf({ at, query, request, get }: Question) {
  if (get !== undefined) {
    const { status, body } = gateway.answer({ verb: 'GET', url: get, body: '', height: at })
    return { status, body: brief(body) }
  }
  try {
    return { response: brief(Buffer.from(node.query(query!, bytesOf(request), at)).toString('base64')) }
  } catch (error) {
    return grpcStatus(chainErrorOf(error))
  }
}

/** What answers otherwise than the node, as docs/differences.md says. */
const OTHERWISE: Readonly<Record<string, string>> = {
  '/cosmos.auth.v1beta1.Query/ModuleAccounts': 'chains here have two accounts more',
  '/cosmos/auth/v1beta1/module_accounts': 'the same',
  '/cosmos.params.v1beta1.Query/': 'a server of gRPC answers for a service that it does not have',
  '/cosmos.base.tendermint.v1beta1.Service/GetSyncing': 'the latest height when it was asked',
  '/cosmos/base/tendermint/v1beta1/syncing': 'the same',
  '/cosmos.base.tendermint.v1beta1.Service/GetLatestBlockResults': 'the latest block when it was asked',
  '/cosmos/base/tendermint/v1beta1/block_results/latest': 'the same',
  '/ibc/core/client/v2/': 'the app does not register the paths of this protobuf file',
  '/ibc.core.client.v1.Query/UpgradedClientState': 'plans are not known to the clients',
  '/ibc/core/client/v1/upgraded_client_states': 'the same',
}
const isOtherwise = (name: string): boolean => Object.keys(OTHERWISE).some((start) => name.startsWith(start))

test('answers to queries, over gRPC and REST, are those of a wasmd node', () => {
  const questions = recording.questions.filter(({ query, get }) => !isOtherwise((query ?? get)!))
  expect(questions.length).toBeGreaterThan(1400)
  const compared = questions.map((question) => {
    const { query, request, response, code, message, get, status, body } = question
    const actual = answerOf(question)
    // The client that recorded them lost texts that begin or end with a space.
    const said = message === '' && 'message' in actual ? { code, message: actual.message } : { code, message }
    const expected = get === undefined ? (response === undefined ? said : { response }) : { status, body }
    return { name: get ?? `${query} ${request}`, expected, actual }
  })
  expect(compared.filter(({ expected, actual }) => !isDeepStrictEqual(expected, actual))).toEqual([])
})

test('each answer that differs is of a query that was recorded', () => {
  const names = recording.questions.map(({ query, get }) => (query ?? get)!)
  expect(Object.keys(OTHERWISE).filter((start) => !names.some((name) => name.startsWith(start)))).toEqual([])
})
