// Changes of the consensus params, by governance and by the authority that they name, and what that authority may do.
import { setTimeout as sleep } from 'node:timers/promises'
import { toBech32 } from '@cosmjs/encoding'
import * as bank from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import * as consensus from 'cosmjs-types/cosmos/consensus/v1/tx'
import * as distribution from 'cosmjs-types/cosmos/distribution/v1beta1/tx'
import * as mint from 'cosmjs-types/cosmos/mint/v1beta1/tx'
import * as pool from 'cosmjs-types/cosmos/protocolpool/v1/tx'
import * as slashing from 'cosmjs-types/cosmos/slashing/v1beta1/tx'
import * as staking from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import * as upgrade from 'cosmjs-types/cosmos/upgrade/v1beta1/tx'
import * as wasm from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import { MsgUpdateParams as ClientParams } from 'cosmjs-types/ibc/core/client/v1/tx'
import { registry, sign } from './client.mjs'
import { PREFIX } from './genesis.mjs'
import { valuesOf } from './session.mjs'

const GOV = toBech32(PREFIX, Uint8Array.from(Buffer.from('7b5fe22b5446f7c62ea27b8bd71cef94e03f3df2', 'hex')))

/** Messages whose bytes are made here: of later releases than those of cosmjs-types. */
const asIs = { encode: (bytes) => ({ finish: () => bytes }), decode: (bytes) => bytes, fromPartial: (bytes) => bytes }
const CONSENSUS = consensus.MsgUpdateParams.typeUrl
const MINT = mint.MsgUpdateParams.typeUrl
for (const typeUrl of [CONSENSUS, MINT]) registry.register(typeUrl, asIs)
const TYPES = [
  bank.MsgUpdateParams,
  bank.MsgSetSendEnabled,
  distribution.MsgUpdateParams,
  distribution.MsgCommunityPoolSpend,
  pool.MsgCommunityPoolSpend,
  pool.MsgCreateContinuousFund,
  pool.MsgCancelContinuousFund,
  slashing.MsgUpdateParams,
  staking.MsgUpdateParams,
  upgrade.MsgSoftwareUpgrade,
  upgrade.MsgCancelUpgrade,
  wasm.MsgUpdateParams,
  wasm.MsgPinCodes,
  ClientParams,
]
for (const type of TYPES) registry.register(type.typeUrl, type)
const of = (type, value) => ({ typeUrl: type.typeUrl, value })

const text = (number, value) => Buffer.concat([Buffer.from([number * 8 + 2, value.length]), Buffer.from(value)])
const BLOCK = { maxBytes: 22_020_096n, maxGas: 90_000_000n }
const EVIDENCE = { maxAgeNumBlocks: 90_000n, maxAgeDuration: { seconds: 100_000n, nanos: 5 }, maxBytes: 500_000n }
const VALIDATOR = { pubKeyTypes: ['ed25519'] }

/** @param given members of the message other than the usual ones @param auth the new authority, undefined for none */
function consensusParams(authority, given = {}, auth) {
  const message = { authority, block: BLOCK, evidence: EVIDENCE, validator: VALIDATOR, ...given }
  const bytes = consensus.MsgUpdateParams.encode(consensus.MsgUpdateParams.fromPartial(message)).finish()
  const more = auth === undefined ? [] : [text(6, auth === '' ? '' : text(1, auth))]
  return { typeUrl: CONSENSUS, value: Buffer.concat([bytes, ...more]) }
}

/** @param limit of the supply, undefined for none */
function mintParams(authority, limit) {
  const params = mint.MsgUpdateParams.encode(
    mint.MsgUpdateParams.fromPartial({
      authority,
      params: {
        mintDenom: 'stake',
        inflationRateChange: String(13n * 10n ** 16n),
        inflationMax: String(2n * 10n ** 17n),
        inflationMin: String(7n * 10n ** 16n),
        goalBonded: String(67n * 10n ** 16n),
        blocksPerYear: 6_311_520n,
      },
    }),
  ).finish()
  const [head, inner] = [params.indexOf(0x12, 2 + authority.length), params]
  const body = inner.subarray(head + 2)
  const all = Buffer.concat([body, limit === undefined ? Buffer.alloc(0) : text(7, limit)])
  return { typeUrl: MINT, value: Buffer.concat([inner.subarray(0, head), text(2, all)]) }
}

/** What the consensus params may not be. */
const WRONG = [
  { block: undefined },
  { evidence: undefined },
  { validator: undefined },
  { block: { ...BLOCK, maxBytes: 0n } },
  { block: { ...BLOCK, maxBytes: -2n } },
  { block: { ...BLOCK, maxBytes: 104_857_601n } },
  { block: { ...BLOCK, maxGas: -2n } },
  { evidence: { ...EVIDENCE, maxAgeNumBlocks: 0n } },
  { evidence: { ...EVIDENCE, maxAgeDuration: { seconds: 0n, nanos: 0 } } },
  { evidence: { ...EVIDENCE, maxAgeDuration: { seconds: -5n, nanos: -7 } } },
  { evidence: { ...EVIDENCE, maxBytes: 22_020_097n } },
  { evidence: { ...EVIDENCE, maxBytes: -1n } },
  { validator: { pubKeyTypes: [] } },
  { validator: { pubKeyTypes: ['ed25519', 'rsa'] } },
  { abci: { voteExtensionsEnableHeight: -1n } },
  { abci: { voteExtensionsEnableHeight: 3n } },
]

const stake = (amount) => [{ denom: 'stake', amount: String(amount) }]

/** What modules let their authority do. */
const deeds = (who, world) => [
  of(bank.MsgUpdateParams, { authority: who, params: { sendEnabled: [], defaultSendEnabled: true } }),
  of(bank.MsgSetSendEnabled, {
    authority: who,
    sendEnabled: [{ denom: 'unone', enabled: false }],
    useDefaultFor: ['utwo'],
  }),
  of(distribution.MsgUpdateParams, {
    authority: who,
    params: {
      communityTax: String(3n * 10n ** 16n),
      baseProposerReward: '0',
      bonusProposerReward: '0',
      withdrawAddrEnabled: true,
    },
  }),
  of(distribution.MsgCommunityPoolSpend, { authority: who, recipient: world.users[3].address, amount: stake(3) }),
  of(pool.MsgCommunityPoolSpend, { authority: who, recipient: world.users[3].address, amount: stake(3) }),
  of(pool.MsgCreateContinuousFund, {
    authority: who,
    recipient: world.users[4].address,
    percentage: String(10n ** 17n),
    expiry: { seconds: 5_000_000_000n, nanos: 0 },
  }),
  of(slashing.MsgUpdateParams, {
    authority: who,
    params: {
      signedBlocksWindow: 100n,
      minSignedPerWindow: Buffer.from(String(5n * 10n ** 17n)),
      downtimeJailDuration: { seconds: 600n, nanos: 0 },
      slashFractionDoubleSign: Buffer.from(String(5n * 10n ** 16n)),
      slashFractionDowntime: Buffer.from(String(10n ** 16n)),
    },
  }),
  of(staking.MsgUpdateParams, {
    authority: who,
    params: {
      unbondingTime: { seconds: 1000n, nanos: 0 },
      maxValidators: 100,
      maxEntries: 7,
      historicalEntries: 0,
      bondDenom: 'stake',
      minCommissionRate: '0',
    },
  }),
  of(upgrade.MsgSoftwareUpgrade, {
    authority: who,
    plan: {
      name: 'a plan',
      time: { seconds: -62_135_596_800n, nanos: 0 },
      height: 5_000_000n,
      info: 'far away',
      upgradedClientState: undefined,
    },
  }),
  of(wasm.MsgUpdateParams, {
    authority: who,
    params: { codeUploadAccess: { permission: 3, addresses: [] }, instantiateDefaultPermission: 3 },
  }),
  of(wasm.MsgPinCodes, { authority: who, codeIds: [1n] }),
  of(ClientParams, { signer: who, params: { allowedClients: ['07-tendermint'] } }),
  mintParams(who, '0'),
  mintParams(who, '999999999999999999'),
]

/** @param run of a list of a user and its messages each */
export async function authorityStory(session, run, asides) {
  const { world, rpc } = session
  const [first, second, , , , sixth] = world.users

  async function decide(messages) {
    const ids = []
    for (const message of messages) {
      const value = {
        messages: [{ typeUrl: message.typeUrl, value: registry.encode(message) }],
        initialDeposit: stake(5000),
        proposer: first.address,
        metadata: '',
        title: 'Params of the consensus',
        summary: 'of a recording',
        expedited: true,
      }
      const result = await session.one(first, { typeUrl: '/cosmos.gov.v1.MsgSubmitProposal', value }, 3_000_000)
      const [id] = valuesOf(result?.events ?? [], 'submit_proposal', 'proposal_id')
      if (id === undefined) console.log(`proposal of ${message.typeUrl}: ${result?.log ?? 'refused'}`)
      else ids.push(BigInt(id))
    }
    if (ids.length === 0) return
    const votes = ids.map((proposalId) => ({
      typeUrl: '/cosmos.gov.v1.MsgVote',
      value: { proposalId, voter: first.address, option: 1, metadata: '' },
    }))
    await run([[first, votes]])
    await sleep(7000)
    await rpc.after(await rpc.height())
  }

  await run([[second, [consensusParams(second.address)]]])
  await decide([
    consensusParams(GOV, WRONG[0]),
    consensusParams(GOV, WRONG[3]),
    consensusParams(GOV, {}, 'nobody'),
    consensusParams(GOV, { abci: { voteExtensionsEnableHeight: 5_000_000n } }, second.address),
    consensusParams(second.address),
  ])
  for (const wrong of WRONG) await run([[second, [consensusParams(second.address, wrong)]]])
  await run([
    [first, [consensusParams(first.address)]],
    [second, [consensusParams(second.address, {}, 'wasm1nobody')]],
    [second, [consensusParams(second.address, { abci: { voteExtensionsEnableHeight: 6_000_000n } })]],
    [second, [consensusParams(second.address, { abci: { voteExtensionsEnableHeight: 0n } })]],
  ])
  for (const deed of deeds(second.address, world)) await run([[second, [deed]]])
  for (const deed of deeds(first.address, world)) await run([[first, [deed]]])
  await decide([deeds(GOV, world)[0], mintParams(GOV, '5')])
  // Back to governance, in the same block as a message of the old authority, and to the user again.
  await run([
    [
      second,
      [consensusParams(second.address, { block: { ...BLOCK, maxGas: -1n } }, ''), deeds(second.address, world)[0]],
    ],
    [second, [deeds(second.address, world)[0]]],
  ])
  asides.push(await checked(session, sixth, 150_000_000))
  await decide([consensusParams(GOV, {}, second.address)])
  asides.push(await checked(session, sixth, 95_000_000))
  await run([[second, [deeds(second.address, world)[0]]]])
}

/** A check of a transaction with so much gas. */
async function checked({ rpc }, signer, gas) {
  const value = { fromAddress: signer.address, toAddress: signer.address, amount: stake(1) }
  const messages = [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value }]
  const bytes = await sign(signer, { messages, gas, fee: stake(100) })
  const check = Buffer.from(bytes).toString('base64')
  const at = await rpc.height()
  const { code, codespace, log, gas_used: used, gas_wanted: wanted } = await rpc.call('check_tx', { tx: check })
  // It must not count for the next transaction.
  await rpc.after(await rpc.height())
  return { at, check, code, codespace, log, used: Number(used), wanted: Number(wanted) }
}
