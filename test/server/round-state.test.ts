import { readFileSync } from 'node:fs'
import type { CommitSig } from 'cosmjs-types/tendermint/types/types'
import { describe, expect, test } from 'vitest'
import { fromBase64, fromHex, NO_BYTES } from '../../src/base/bytes.js'
import { momentOf, nanosOf, parseRfc3339 } from '../../src/codec/time.js'
import { ChainNode } from '../../src/server/chain-node.js'
import { answerJson, type Answer } from '../../src/server/comet/rpc.js'
import { briefState, fullState, type Rest, type ValidatorRows } from '../../src/server/comet/round-state.js'
import { DEFAULT_CHAIN_LIMITS } from '../../src/server/limits.js'
import { testChain } from './chain.js'

interface Rows {
  readonly validators: readonly {
    readonly address: string
    readonly pub_key: { readonly value: string }
    readonly voting_power: string
    readonly proposer_priority: string
  }[]
}
interface Round {
  readonly commit_time: string
  readonly height: string
  readonly validators: { readonly proposer: { readonly address: string } }
  readonly last_validators: Round['validators']
}
interface CommitJson {
  readonly height: string
  readonly round: number
  readonly block_id: { readonly hash: string; readonly parts: { readonly total: number; readonly hash: string } }
  readonly signatures: readonly {
    readonly block_id_flag: number
    readonly validator_address: string
    readonly timestamp: string
    readonly signature: string | null
  }[]
}
interface Recorded {
  readonly moments: readonly {
    readonly name: string
    readonly timeout_commit: number
    readonly commit: { readonly signed_header: { readonly commit: CommitJson } }
    readonly validators: Rows
    readonly last_validators: Rows
    readonly consensus_state: { readonly round_state: object }
    readonly dump_consensus_state: { readonly round_state: Round }
  }[]
}

/** Written by reference/comet: cometbft v0.38.21. */
const { moments } = JSON.parse(
  readFileSync(new URL('../../fixtures/server/comet/consensus.json', import.meta.url), 'utf8'),
) as Recorded

const rowsOf = ({ validators }: Rows, { proposer }: Round['validators']): ValidatorRows => ({
  rows: validators.map((one) => ({
    validator: {
      address: fromHex(one.address),
      publicKey: fromBase64(one.pub_key.value),
      votingPower: BigInt(one.voting_power),
      secret: undefined,
    },
    priority: BigInt(one.proposer_priority),
  })),
  proposer: validators.findIndex(({ address }) => address === proposer.address),
})

const signatureOf = (one: CommitJson['signatures'][number]): CommitSig => ({
  blockIdFlag: one.block_id_flag,
  validatorAddress: fromHex(one.validator_address),
  timestamp: momentOf(parseRfc3339(one.timestamp)),
  signature: one.signature === null ? NO_BYTES : fromBase64(one.signature),
})

const restOf = (moment: Recorded['moments'][number]): Rest => {
  const round = moment.dump_consensus_state.round_state
  const { height, round: last, block_id: id, signatures } = moment.commit.signed_header.commit
  return {
    height: Number(round.height),
    commitTime: parseRfc3339(round.commit_time),
    timeoutCommit: BigInt(moment.timeout_commit),
    validators: rowsOf(moment.validators, round.validators),
    last: {
      validators: rowsOf(moment.last_validators, round.last_validators),
      commit: {
        height: BigInt(height),
        round: last,
        blockId: { hash: fromHex(id.hash), partSetHeader: { total: id.parts.total, hash: fromHex(id.parts.hash) } },
        signatures: signatures.map(signatureOf),
      },
    },
  }
}

describe.each(moments)('between two blocks of $name', (moment) => {
  test('consensus_state is that of CometBFT', () => {
    expect(JSON.stringify(briefState(restOf(moment)))).toBe(JSON.stringify(moment.consensus_state.round_state))
  })

  test('dump_consensus_state is that of CometBFT', () => {
    expect(JSON.stringify(fullState(restOf(moment)))).toBe(JSON.stringify(moment.dump_consensus_state.round_state))
  })
})

describe('a chain', () => {
  const chain = testChain({ validators: [60n, 30n, 10n] })
  chain.runInBlock(() => undefined)
  const node = new ChainNode(chain, DEFAULT_CHAIN_LIMITS)
  const ask = (method: string) => {
    const { text } = answerJson(node, JSON.stringify({ jsonrpc: '2.0', id: 1, method })) as Answer
    return (JSON.parse(text) as { result: Record<string, unknown> }).result
  }

  test('waits for its next height, with the signatures of its last block', () => {
    const height = chain.height
    const { round_state: brief } = ask('consensus_state') as { round_state: Record<string, unknown> }
    expect(brief).toMatchObject({ 'height/round/step': `${height + 1}/0/1`, proposal_block_hash: '' })
    const dump = ask('dump_consensus_state')
    expect(dump).toMatchObject({
      peers: [],
      round_state: { height: String(height + 1), start_time: brief['start_time'] },
    })
    const { commit } = chain.baseApp.block(height)!.signed
    const latest = nanosOf(commit.signatures[0]!.timestamp)
    expect(parseRfc3339(brief['start_time'] as string)).toBe(latest + 5_000_000_000n)
    const { last_commit: last } = (dump as { round_state: { last_commit: object } }).round_state
    expect(last).toMatchObject({ votes_bit_array: 'BA{3:xxx} 100/100 = 1.00' })
  })

  test('names the proposer of its next block, and that of its last one', () => {
    for (let i = 0; i < 6; i++) {
      const { round_state: state } = ask('dump_consensus_state') as unknown as { round_state: Round }
      const proposerOf = (height: number) =>
        Buffer.from(chain.baseApp.block(height)!.signed.header.proposerAddress).toString('hex').toUpperCase()
      expect(state.last_validators.proposer.address).toBe(proposerOf(chain.height))
      chain.runInBlock(() => undefined)
      expect(state.validators.proposer.address).toBe(proposerOf(chain.height))
    }
  })
})
