// The set-up of a recorded chain before its first random transaction.
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { toBech32, toUtf8 } from '@cosmjs/encoding'
import { PREFIX } from './genesis.mjs'
import { handshake } from './packets.mjs'
import { valuesOf } from './session.mjs'

/** Codes, first contracts and channels. */
export async function prepare(session, wasms) {
  const { world } = session
  const [first, second] = world.users
  for (const [name, wasm] of wasms) {
    const value = { sender: first.address, wasmByteCode: name === 'ping_pong' ? gzipSync(wasm) : wasm }
    const { code, events } = await session.one(first, { typeUrl: '/cosmwasm.wasm.v1.MsgStoreCode', value }, 30_000_000)
    const [id] = valuesOf(events, 'store_code', 'code_id')
    if (code === 0) world.codes[name] = Number(id)
  }
  const instantiate = (signer, name, msg, funds = []) =>
    session.one(signer, {
      typeUrl: '/cosmwasm.wasm.v1.MsgInstantiateContract',
      value: {
        sender: signer.address,
        admin: signer.address,
        codeId: BigInt(world.codes[name]),
        label: name,
        msg: toUtf8(JSON.stringify(msg)),
        funds,
      },
    })
  const coins = [world.denom, 'uone', 'utwo'].map((denom) => ({ denom, amount: '500000' }))
  await instantiate(first, 'cw20_base', {
    name: 'Token of a test',
    symbol: 'TOKEN',
    decimals: 6,
    initial_balances: world.users.map(({ address }) => ({ address, amount: '1000000' })),
    mint: { minter: first.address, cap: '99000000' },
  })
  await instantiate(first, 'cw1_whitelist', { admins: world.users.map(({ address }) => address), mutable: true }, coins)
  await instantiate(first, 'callback_lab', {}, coins)
  await instantiate(second, 'callback_lab', { on_reply: 'error' }, coins)
  const hasPing = world.codes.ping_pong !== undefined
  for (const user of hasPing ? [first, second] : []) await instantiate(user, 'ping_pong', {})
  const [ping, pong] = world.contracts.ping_pong ?? []
  for (const how of [
    { ports: ['transfer', 'transfer'], version: 'ics20-1' },
    ...(hasPing ? [{ ports: [`wasm.${ping}`, `wasm.${pong}`], version: 'ping-1' }] : []),
  ]) {
    const ids = []
    for (const step of handshake(first.address, how)) {
      const result = await session.one(first, step(ids))
      if (result.code !== 0) throw new Error(result.log)
      const [id] = valuesOf(result.events, 'channel_open_init', 'channel_id').concat(
        valuesOf(result.events, 'channel_open_try', 'channel_id'),
      )
      if (id !== undefined) ids.push(id)
    }
    world.pingChannel = ids[0]
  }
}

/** Source: wasmd x/wasm/keeper/addresses.go `BuildContractAddressClassic`. */
function contractAddress(code, instance) {
  const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest()
  const numbers = Buffer.alloc(16)
  numbers.writeBigUInt64BE(code)
  numbers.writeBigUInt64BE(instance, 8)
  return toBech32(PREFIX, sha256(sha256(Buffer.from('module')), Buffer.from('wasm\0'), numbers))
}

/** A contract in the place of a vesting account. */
export async function replaceVesting(session, wasms) {
  const [first] = session.world.users
  const typeUrl = '/cosmwasm.wasm.v1.MsgStoreCode'
  const value = { sender: first.address, wasmByteCode: wasms.get('ping_pong') }
  await session.one(first, { typeUrl, value }, 30_000_000)
  for (const instance of [1n, 2n]) {
    const toAddress = contractAddress(1n, instance)
    const amount = ['stake', 'uone'].map((denom) => ({ denom, amount: '777' }))
    const fromAddress = first.address
    const lock = { fromAddress, toAddress, amount }
    const send = { fromAddress, toAddress, amount: [{ denom: 'utwo', amount: '5' }] }
    // The second one has less than its schedule has.
    if (instance === 1n)
      await session.one(first, { typeUrl: '/cosmos.vesting.v1beta1.MsgCreatePermanentLockedAccount', value: lock })
    else
      await session.one(first, {
        typeUrl: '/cosmos.vesting.v1beta1.MsgCreateVestingAccount',
        value: { ...lock, endTime: 1n, delayed: true },
      })
    await session.one(first, { typeUrl: '/cosmos.bank.v1beta1.MsgSend', value: send })
    await session.one(first, {
      typeUrl: '/cosmwasm.wasm.v1.MsgInstantiateContract',
      value: { sender: first.address, admin: '', codeId: 1n, label: 'ping', msg: toUtf8('{}'), funds: [] },
    })
  }
}
