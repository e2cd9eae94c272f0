import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runStory } from '../golden-stories/run.js'
import { modulesBeside, readStory } from '../golden-stories/story.js'
import { FieldProbe } from './message-fields.js'
import { readRecording, replayed } from './wasmd/recording.js'

const LOCALHOST =
  'these packets go over the localhost client, which reads no height (ibc-go v10 light-clients/09-localhost)'
const PROOF_HEIGHT = { 'proof_height.revision_number': LOCALHOST, 'proof_height.revision_height': LOCALHOST }

const NO_FEES =
  'Nolus takes no fees for packets (nolus-core 444f8da7 x/transfer/keeper/keeper.go, x/interchaintxs/keeper)'
const FEES = { 'fee.recv_fee.denom': NO_FEES, 'fee.ack_fee.denom': NO_FEES, 'fee.timeout_fee.denom': NO_FEES }
/** Each of these fields has an effect in `generated-fields.test.ts`. */
const NOT_REACHED = 'each recorded message is refused before the field counts'

/** Fields of recorded messages that have no effect, and why. */
const ELSEWHERE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'cosmos.distribution.v1beta1.MsgFundCommunityPool': { 'amount.denom': NOT_REACHED },
  'cosmos.gov.v1.MsgVoteWeighted': { proposal_id: NOT_REACHED, metadata: NOT_REACHED },
  'cosmos.staking.v1beta1.MsgCreateValidator': {
    delegator_address: 'deprecated: the operator signs (cosmos-sdk x/staking/keeper/msg_server.go)',
  },
  'ibc.core.channel.v1.MsgAcknowledgement': PROOF_HEIGHT,
  'ibc.core.channel.v1.MsgRecvPacket': PROOF_HEIGHT,
  'ibc.core.channel.v1.MsgTimeout': PROOF_HEIGHT,
  'neutron.contractmanager.MsgResubmitFailure': { failure_id: NOT_REACHED },
  'nolus.interchaintxs.v1.MsgRegisterInterchainAccount': { 'register_fee.denom': NO_FEES },
  'nolus.interchaintxs.v1.MsgSubmitTx': { memo: NOT_REACHED, timeout: NOT_REACHED, ...FEES },
  'nolus.transfer.MsgTransfer': FEES,
}

const STORIES = fileURLToPath(new URL('../../fixtures/golden-stories/', import.meta.url))

test('each field of a recorded message has an effect', () => {
  const probe = new FieldProbe()
  const stop = probe.start()
  try {
    for (const module of ['chain', 'contractmanager', 'interchainqueries'])
      for (const name of readdirSync(`${STORIES}${module}`)) {
        const file = `${STORIES}${module}/${name}`
        runStory(readStory(file), modulesBeside(file))
      }
    for (const name of ['mixed', 'fees', 'params', 'vestings', 'transfers', 'failures', 'accounts'])
      Array.from(replayed(readRecording(`fixtures/nolus/${name}.jsonl.br`), 'nolus'))
    for (const name of ['story', 'grants', 'feegrant', 'validators'])
      Array.from(replayed(readRecording(`fixtures/wasmd/${name}.jsonl.br`)))
  } finally {
    stop()
  }
  const open = probe.types.map((type) => [type, probe.open(type)] as const).filter(([, fields]) => fields.length > 0)
  expect(Object.fromEntries(open)).toEqual(
    Object.fromEntries(Object.entries(ELSEWHERE).map(([type, fields]) => [type, Object.keys(fields)])),
  )
  expect(probe.types.length).toBeGreaterThan(50)
})
