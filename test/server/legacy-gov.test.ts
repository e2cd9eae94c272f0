import { DirectSecp256k1HdWallet, type EncodeObject } from '@cosmjs/proto-signing'
import { coins, SigningStargateClient } from '@cosmjs/stargate'
import { MsgExecLegacyContent } from 'cosmjs-types/cosmos/gov/v1/tx'
import { TextProposal, VoteOption } from 'cosmjs-types/cosmos/gov/v1beta1/gov'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js'

/** Proposals as cosmjs' own registry has them: `cosmos.gov.v1beta1`. */

const FEE = { amount: coins(1000, 'uatom'), gas: '1000000' }

let sandbox: Sandbox
let client: SigningStargateClient
let rest: string
let address: string

beforeEach(async () => {
  const params = { gov: { min_deposit: [{ denom: 'uatom', amount: '5' }] } }
  sandbox = createSandbox({ chains: { hub: { params } } })
  const { hub } = sandbox.chains
  const wallet = await DirectSecp256k1HdWallet.generate(12, { prefix: 'cosmos' })
  address = (await wallet.getAccounts())[0]!.address
  await hub.account('rich', '1000000uatom').transfer(address, '100000uatom')
  const urls = (await sandbox.serve()).urls.hub!
  rest = urls.rest
  client = await SigningStargateClient.connectWithSigner(urls.rpc, wallet, { broadcastPollIntervalMs: 5 })
})
afterEach(async () => {
  client.disconnect()
  await sandbox.close()
})

const ask = async (path: string) => (await fetch(rest + path)).json() as Promise<{ proposal: Record<string, unknown> }>

const proposal = (typeUrl: string, title: string): EncodeObject => ({
  typeUrl: '/cosmos.gov.v1beta1.MsgSubmitProposal',
  value: {
    content: { typeUrl, value: TextProposal.encode({ title, description: 'what it is about' }).finish() },
    initialDeposit: coins(10, 'uatom'),
    proposer: address,
  },
})

test('a text is proposed, voted on and passes; both versions of the queries show it', async () => {
  const submitted = await client.signAndBroadcast(address, [proposal(TextProposal.typeUrl, 'a title')], FEE)
  expect(submitted.rawLog).toBe('')
  expect(submitted.events.flatMap(({ attributes }) => [...attributes])).toContainEqual({
    key: 'proposal_messages',
    value: `,${MsgExecLegacyContent.typeUrl}`,
  })
  const vote = { proposalId: 1n, voter: address, option: VoteOption.VOTE_OPTION_YES }
  const voted = await client.signAndBroadcast(address, [{ typeUrl: '/cosmos.gov.v1beta1.MsgVote', value: vote }], FEE)
  expect(voted.code).toBe(0)
  expect(await ask('/cosmos/gov/v1/proposals/1')).toMatchObject({
    proposal: {
      title: 'a title',
      summary: 'what it is about',
      status: 'PROPOSAL_STATUS_VOTING_PERIOD',
      messages: [
        {
          '@type': MsgExecLegacyContent.typeUrl,
          content: { '@type': TextProposal.typeUrl, title: 'a title', description: 'what it is about' },
        },
      ],
    },
  })
})

test('proposals other than of text, and empty ones, are refused', async () => {
  const blank = await client.signAndBroadcast(address, [proposal(TextProposal.typeUrl, ' ')], FEE)
  expect(blank).toMatchObject({ code: 5 })
  expect(blank.rawLog).toContain('proposal title cannot be blank: invalid proposal content')
  const exec = {
    typeUrl: MsgExecLegacyContent.typeUrl,
    value: MsgExecLegacyContent.fromPartial({ authority: address }),
  }
  client.registry.register(MsgExecLegacyContent.typeUrl, MsgExecLegacyContent)
  const alone = await client.signAndBroadcast(address, [exec], FEE)
  expect(alone).toMatchObject({ code: 13 })
  expect(alone.rawLog).toContain(`got ${address}: expected gov account as only signer for proposal message`)
})
