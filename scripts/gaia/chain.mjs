// The recorded Cosmos Hub: its genesis, and what is on it before the first random transaction.
import { handshake } from '../wasmd/packets.mjs'
import { valuesOf } from '../wasmd/session.mjs'

export const GAIA = { program: 'gaiad', chainId: 'cosmoshub-9', prefix: 'cosmos', denom: 'uatom' }

/** The fee of what the story needs. */
export const FEE = [{ denom: GAIA.denom, amount: '600000' }]

/** Changes what `gaiad init` wrote: the coin of fees, and a price of gas that moves with small blocks. */
export const genesisOf = (about) => (state) => {
  const { params } = state.feemarket
  params.fee_denom = GAIA.denom
  params.min_base_gas_price = '0.010000000000000000'
  state.feemarket.state.base_gas_price = params.min_base_gas_price
  if (about === 'fees') params.max_block_utilization = '2000000'
  state.tokenfactory.params = {
    denom_creation_fee: [{ denom: GAIA.denom, amount: '1000' }],
    denom_creation_gas_consume: '100000',
  }
  state.staking.params.bond_denom = GAIA.denom
  state.mint.params.mint_denom = GAIA.denom
}

async function must(session, signer, message) {
  const result = await session.one(signer, message, 2_000_000, FEE)
  if (result?.code !== 0) throw new Error(result?.log ?? `${message.typeUrl} was refused`)
  return result.events
}

/** Opens the second end of a channel whose first end has begun. @returns the version of the second */
async function finish(session, signer, how, begun) {
  const [first] = valuesOf(begun, 'channel_open_init', 'channel_id')
  const [, open] = handshake(signer.address, how)
  const tried = await must(session, signer, open([first]))
  const [second] = valuesOf(tried, 'channel_open_try', 'channel_id')
  const [version] = valuesOf(tried, 'channel_open_try', 'version')
  const [, , acknowledge, confirm] = handshake(signer.address, { ...how, version })
  for (const step of [acknowledge, confirm]) await must(session, signer, step([first, second]))
  return version
}

/** A stake for a vote, a channel for transfers, and an interchain account. */
export async function prepareOwn(session) {
  const { world } = session
  const [, second, third] = world.users
  for (const one of [second, third])
    await must(session, one, {
      typeUrl: '/cosmos.staking.v1beta1.MsgDelegate',
      value: {
        delegatorAddress: one.address,
        validatorAddress: world.operator,
        amount: { denom: GAIA.denom, amount: one === second ? '1500000' : '900000' },
      },
    })
  const transfer = { ports: ['transfer', 'transfer'], version: 'ics20-1' }
  await finish(session, second, transfer, await must(session, second, handshake(second.address, transfer)[0]()))
  const owner = second.address
  const connectionId = 'connection-localhost'
  const registered = await must(session, second, {
    typeUrl: '/ibc.applications.interchain_accounts.controller.v1.MsgRegisterInterchainAccount',
    value: { owner, connectionId, version: '', ordering: 1 },
  })
  const [version] = valuesOf(registered, 'channel_open_init', 'version')
  const ports = [`icacontroller-${owner}`, 'icahost']
  const { address } = JSON.parse(await finish(session, second, { ports, version }, registered))
  world.interchain = { owner, connection: connectionId, address }
}

/** Source: gaia v28.0.0 app/keepers/keys.go. */
const STORES = [
  'acc',
  'bank',
  'staking',
  'mint',
  'distribution',
  'slashing',
  'gov',
  'params',
  'ibc',
  'upgrade',
  'evidence',
  'transfer',
  'icahost',
  'icacontroller',
  'feegrant',
  'authz',
  'packetfowardmiddleware',
  'ratelimit',
  'provider',
  'consensus',
  'feemarket',
  'wasm',
  '08-wasm',
  'tokenfactory',
  'liquid',
]

/** Those with something in them: the node proves nothing of an empty one. */
export async function storesOf(rpc, height) {
  const found = await Promise.all(STORES.map((store) => rpc.root(store, height).catch(() => undefined)))
  return STORES.filter((_, i) => found[i]?.[1] !== undefined)
}
