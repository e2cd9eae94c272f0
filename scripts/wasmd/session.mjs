// A node of stock wasmd with users, and what has happened on it so far.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fromBech32, toBech32 } from '@cosmjs/encoding'
import { commands, launch } from '../relayers/node.mjs'
import { Rpc, sign, user } from './client.mjs'
import { WASMD, writeGenesis } from './genesis.mjs'
import { pendingOf } from './packets.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Accounts with keys that are not in the genesis. */
const LATER = 25

/** @returns artifacts of contracts by name */
export const readWasms = (names) =>
  new Map(names.map((name) => [name, readFileSync(join(ROOT, `contracts/artifacts/${name}.wasm`))]))

/** @returns a function that finds the file whose bytes are in a transaction */
export const finderOf = (wasms) => (bytes) => {
  if (bytes.length < 100_000) return undefined
  const buffer = Buffer.from(bytes)
  for (const [name, wasm] of wasms) {
    const at = buffer.indexOf(wasm)
    if (at >= 0) return { name, at, length: wasm.length }
  }
  return undefined
}

export const valuesOf = (events, type, key) =>
  events
    .filter((event) => event.type === type)
    .flatMap(({ attributes }) => attributes.filter((a) => a.key === key).map((a) => a.value))

/** A running node: `rpc` and `urls`, its `genesis` and `version`, what it `printed()`, and `world`, which stories read. */
export class Session {
  #end
  #launch
  #close

  /**
   * @param program of the node @param count of users
   * @param more changes the states of the genesis, see `writeGenesis` @param timeoutPropose of the node's configuration
   * @param chain other than wasmd's @param args of the command `start`
   */
  static async start({ program, count, genesis: more, timeoutPropose, chain = WASMD, args: first = [] }) {
    const session = new Session()
    const folder = mkdtempSync(join(tmpdir(), 'sudobox-wasmd-'))
    const home = join(folder, 'home')
    const log = createWriteStream(join(folder, 'log'))
    const run = commands(program, home)
    const users = []
    for (let i = 0; i < count; i++) users.push(await user(i + 1, chain))
    run(['init', 'sudobox', '--chain-id', chain.chainId])
    const addresses = users.map(({ address }) => fromBech32(address).data)
    session.genesis = writeGenesis(home, addresses, more, chain)
    session.version = versionOf(program, run, chain.program)
    session.#launch = async (started, args) => {
      const { urls, end } = await launch({
        program: started,
        home,
        log,
        args,
        timeoutCommit: '150ms',
        ...(timeoutPropose !== undefined && { timeoutPropose }),
      })
      Object.assign(session, { urls, rpc: new Rpc(urls.rpc) })
      session.#end = end
    }
    session.printed = () => readFileSync(join(folder, 'log'), 'utf8')
    session.#close = () => {
      log.end()
      rmSync(folder, { recursive: true, force: true })
    }
    await session.#launch(program, first)
    session.world = {
      ...chain,
      fee: [{ denom: chain.denom, amount: '100' }],
      users,
      operator: toBech32(`${chain.prefix}valoper`, addresses[0]),
      codes: {},
      contracts: {},
      packets: [],
      granted: [],
      allowances: (session.genesis.app_state.feegrant.allowances ?? []).map(({ granter, grantee }) => [
        granter,
        grantee,
      ]),
      delegated: new Set(),
      opened: [],
      toOpen: await Promise.all(Array.from({ length: LATER }, (_, i) => user(100 + i, chain))),
      validators: [],
      vouchers: [],
      proposals: 0,
      disabled: new Set(),
      height: 0,
      pingChannel: '',
      soon: () => BigInt(Date.now()) * 1_000_000n + 1_000_000_000n,
    }
    for (const one of users) await session.rpc.refresh(one)
    return session
  }

  /** Stops the node, and starts a program on its folder. @param args of the command `start` */
  async restart(program, args) {
    await this.#end()
    await this.#launch(program, args)
  }

  async end() {
    await this.#end()
    this.#close()
  }

  /** Sends all and waits until they are in blocks. @returns their results in the same order; undefined for one that the node refused */
  async broadcast(transactions) {
    const sent = []
    for (const { signer, tx } of transactions) {
      const bytes = await sign(signer, tx)
      const { code } = await this.rpc.call('broadcast_tx_sync', { tx: Buffer.from(bytes).toString('base64') })
      if (code === 0) for (const one of [signer, tx.cosigner]) if (one) one.sequence++
      sent.push(code === 0 ? createHash('sha256').update(bytes).digest('base64') : undefined)
    }
    const results = []
    for (const hash of sent) {
      const result = hash && (await this.rpc.outcome(hash))
      if (result) this.#learn(result)
      results.push(result)
    }
    for (const { signer, tx } of transactions)
      for (const one of [signer, tx.cosigner]) if (one) await this.rpc.refresh(one)
    for (const one of this.world.opened) if (one.number === 0n) await this.rpc.refresh(one)
    this.world.height = await this.rpc.height()
    return results
  }

  /** Sends one message and waits for its result. */
  async one(signer, message, gas = 2_000_000, fee = this.world.fee) {
    const [result] = await this.broadcast([{ signer, tx: { messages: [message], gas, fee } }])
    return result
  }

  /** Notes what a transaction has made. */
  #learn({ code, events }) {
    const { world } = this
    if (code !== 0) return
    world.packets.push(...pendingOf(events))
    for (const url of valuesOf(events, 'trip_circuit_breaker', 'msg_url'))
      url.split(',').forEach((one) => world.disabled.add(one))
    for (const url of valuesOf(events, 'reset_circuit_breaker', 'msg_url'))
      url.split(',').forEach((one) => world.disabled.delete(one))
    for (const { attributes } of events.filter(({ type }) => type === 'cosmos.authz.v1beta1.EventGrant')) {
      const at = Object.fromEntries(attributes.map(({ key, value }) => [key, value]))
      world.granted.push([at.granter, at.grantee, at.msg_type_url].map((text) => JSON.parse(text)))
    }
    for (const type of ['set', 'revoke'])
      for (const { attributes } of events.filter((event) => event.type === `${type}_feegrant`)) {
        const [granter, grantee] = ['granter', 'grantee'].map(
          (name) => attributes.find(({ key }) => key === name).value,
        )
        world.allowances = world.allowances.filter((pair) => pair[0] !== granter || pair[1] !== grantee)
        if (type === 'set') world.allowances.push([granter, grantee])
      }
    for (const delegator of valuesOf(events, 'delegate', 'delegator')) world.delegated.add(delegator)
    const seen = new Set([...valuesOf(events, 'transfer', 'recipient'), ...valuesOf(events, 'set_feegrant', 'grantee')])
    world.opened.push(...world.toOpen.filter(({ address }) => seen.has(address)))
    world.toOpen = world.toOpen.filter(({ address }) => !seen.has(address))
    world.validators.push(...valuesOf(events, 'create_validator', 'validator'))
    world.proposals += valuesOf(events, 'submit_proposal', 'proposal_id').length > 0 ? 1 : 0
    for (const { attributes } of events.filter(({ type }) => type === 'instantiate')) {
      const at = Object.fromEntries(attributes.map(({ key, value }) => [key, value]))
      const name = Object.keys(world.codes).find((known) => world.codes[known] === Number(at.code_id))
      ;(world.contracts[name] ??= []).push(at._contract_address)
    }
    for (const denom of valuesOf(events, 'denomination_trace', 'denom').concat(valuesOf(events, 'denom', 'denom')))
      if (denom.startsWith('ibc/') && !world.vouchers.includes(denom)) world.vouchers.push(denom)
  }
}

/** The version of the module that a Go program was built from. */
const builtFrom = (program) =>
  /^\s*mod\s+\S+\s+(\S+)/m.exec(spawnSync('go', ['version', '-m', program], { encoding: 'utf8' }).stdout ?? '')?.[1]

/** Releases of the program and of what it is built from. */
export function versionOf(program, run = commands(program, '/'), name = 'wasmd') {
  const { version, build_deps: deps } = JSON.parse(run(['version', '--long', '--output', 'json']))
  const built = (path) => deps.find((line) => line.startsWith(`${path}@`))?.split('@')[1]
  const modules = ['github.com/cosmos/cosmos-sdk', 'github.com/cosmos/ibc-go/v', 'github.com/CosmWasm/wasmvm/v'].map(
    (start) => deps.map((line) => line.split('@')[0]).find((path) => path.replace(/\d+$/, '') === start),
  )
  return {
    program: name,
    // One that is built from the published module says no version of its own.
    version: version || builtFrom(program),
    modules: Object.fromEntries(modules.map((path) => [path, built(path)])),
  }
}
