import { ChainError, SudoboxError } from '../../base/index.js'
import { addressText, parseOperator } from '../../chain/index.js'
import { bankDenom } from '../../chain/ibc/index.js'
import { decodeAcknowledgement } from '../../codec/ibc/index.js'
import { channelsOfPort } from '../../modules/ibc/index.js'
import { allAccounts, CONTROLLER_PREFIX, CONTROLLER_STORE } from '../../modules/ica/index.js'
import { delegationsBy, findValidator, tokensOfSharesTruncated, unbondingsBy } from '../../modules/staking/index.js'
import { TRANSFER, type denomOf } from '../../modules/transfer/index.js'
import type { ChainHost, PendingPacket, Sandbox } from '../../sandbox/internal.js'
import { ATTACKER } from '../attacker/attacker.js'
import { addressOfActor } from '../forked/actors.js'
import type { CampaignConfig } from '../config.js'
import { IMPOSTOR } from '../impostor/impostor.js'
import { usesLayers } from '../layers/which.js'
import { PLACEHOLDER } from '../model/via.js'
import { missingEscrow } from './escrow.js'
import { denomOfToken, keeperIn, tokenBalance, tokensDependOn, tokensOn } from './tokens.js'
import { createdByContracts } from '../chains/rows.js'
import { isOfEvm } from '../chains/solidity.js'
import { coinsIn, keptForOthers } from './vouchers.js'

/** Amounts by asset. An asset is a coin and its vouchers on all chains. */
export type Sums = ReadonlyMap<string, bigint>

/** Balances on all chains, coins in pending packets included. */
export interface Balances {
  /** Sums of the contracts, of what they created, their remote accounts, and the pending packets that these sent, tokens of cw20-base included; without escrow, which belongs to the holders of vouchers. */
  readonly inside: Sums
  /** Sums of each actor, by name. */
  readonly actors: ReadonlyMap<string, Sums>
  /** Sums of the contracts through which actors act. */
  readonly between: Sums
  /** What the escrow of transfers lacks, by `chain/channel/denomination`; only in campaigns that use layers around transfers. */
  readonly missing: Sums
}

const NONE: Sums = new Map()
/** Contracts through which actors act. */
const BETWEEN = [PLACEHOLDER, ATTACKER, IMPOSTOR]
const DECIMALS = 10n ** 18n

/** Reads the balances of a sandbox. */
export class Ledger {
  readonly #sandbox: Sandbox
  readonly #config: CampaignConfig
  readonly actors: readonly string[]
  readonly #watchesEscrow: boolean
  /** The asset of a denomination never changes. */
  readonly #assets = new Map<string, string>()
  /** The tokens of a chain, by the contracts that it has. */
  readonly #tokens = new WeakMap<object, readonly string[]>()

  /** @param actors the names of the actors */
  constructor(sandbox: Sandbox, config: CampaignConfig, actors: readonly string[]) {
    this.#sandbox = sandbox
    this.#config = config
    this.#watchesEscrow = usesLayers(config)
    this.actors = actors
  }

  /** Accounts on the other chain: the contracts' interchain accounts, and those that the campaign names in `remote`. */
  remoteAccounts(): readonly string[] {
    const { remote, contracts } = this.#config
    const there = this.#sandbox.chain(remote.chain)
    const named = remote.accounts.map((account) => there?.addressOf(account) ?? account)
    const owned = contracts.flatMap(({ chain, label }) => {
      const host = this.#sandbox.chain(chain)?.host
      const address = host?.addressOf(label)
      return host === undefined || address === undefined
        ? []
        : accountsOf(host, address).map((account) => account.address)
    })
    return [...new Set([...named, ...owned])]
  }

  /** The contracts, what they created, and their accounts on the other chain, each as `chain/address`. */
  #insiders(): readonly string[] {
    const { contracts, remote } = this.#config
    return [
      ...contracts.flatMap(({ chain, label }) => {
        const address = this.#sandbox.chain(chain)?.host.addressOf(label)
        return address === undefined ? [] : [`${chain}/${address}`]
      }),
      ...Object.values(this.#sandbox.chains).flatMap(({ key, host }) =>
        createdByContracts(host).map((address) => `${key}/${addressText(host.app.prefix, address)}`),
      ),
      ...this.remoteAccounts().map((account) => `${remote.chain}/${account}`),
    ]
  }

  balances(): Balances {
    const inside = new Map<string, bigint>()
    const actors = new Map<string, Map<string, bigint>>(this.actors.map((name) => [name, new Map()]))
    const between = new Map<string, bigint>()
    const holders = new Map<string, Map<string, bigint>>()
    for (const { key, host } of Object.values(this.#sandbox.chains))
      for (const name of BETWEEN) {
        const address = host.addressOf(name)
        if (address !== undefined) holders.set(`${key}/${address}`, between)
      }
    for (const holder of this.#insiders()) holders.set(holder, inside)
    for (const [name, sums] of actors)
      for (const chain of Object.values(this.#sandbox.chains))
        holders.set(`${chain.key}/${addressOfActor(chain.host, name)}`, sums)
    for (const [holder, sums] of holders) this.#addHoldings(sums, holder)
    const pending = this.#sandbox.relayer.pending()
    for (const packet of pending) this.#addPacket(packet, holders)
    for (const { chain, label } of this.#config.contracts) {
      const host = this.#sandbox.chain(chain)?.host
      const address = host?.addressOf(label)
      const kept = address === undefined ? [] : keptForOthers(this.#sandbox, host!, address, pending, isTheSenders)
      for (const { denom, amount } of kept)
        if (this.#isReal(host!, denom)) add(inside, this.assetOf(chain, denom), -amount)
    }
    const missing = this.#watchesEscrow ? missingEscrow(this.#sandbox, pending, isTheSenders) : NONE
    return { inside, actors, between, missing }
  }

  /** The coins in packets of the contracts that may still come back. */
  inFlight(): Sums {
    const sums = new Map<string, bigint>()
    const insiders = new Set(this.#insiders())
    for (const packet of this.#sandbox.relayer.pending()) {
      const coins = isTheSenders(packet) ? this.carriedBy(packet) : undefined
      if (coins !== undefined && insiders.has(`${packet.from}/${coins.sender}`)) add(sums, coins.asset, coins.amount)
    }
    return sums
  }

  /** The asset that a denomination stands for, such as `hub:uatom`. */
  assetOf(chain: string, denom: string): string {
    const key = `${chain}/${denom}`
    let asset = this.#assets.get(key)
    if (asset === undefined) {
      asset = this.#trace(chain, denom)
      if (asset !== undefined) this.#assets.set(key, asset)
    }
    return asset ?? key
  }

  /** Whether a denomination is a coin, or a token that a contract keeps: anyone may call a contract as if it was one. */
  #isReal(host: ChainHost, denom: string): boolean {
    const keeper = keeperIn(host, denom)
    return keeper === undefined || this.#tokensOn(host).includes(keeper)
  }

  #tokensOn(host: ChainHost): readonly string[] {
    const contracts = tokensDependOn(host)
    let tokens = this.#tokens.get(contracts)
    if (tokens === undefined) this.#tokens.set(contracts, (tokens = tokensOn(host)))
    return tokens
  }

  #trace(chain: string, denom: string): string | undefined {
    const host = this.#sandbox.chain(chain)?.host
    if (host === undefined) return `${chain}:${denom}`
    const keeper = keeperIn(host, denom)
    if (keeper !== undefined) return `${chain}:${denomOfToken(host, keeper)}`
    if (!denom.startsWith('ibc/')) return `${chain}:${denom}`
    try {
      return this.#home(host, host.app.ibc.transfer.denomOfCoin(host.app.context, denom))
    } catch (error) {
      if (error instanceof ChainError) return this.#unseen(host, denom)
      throw error
    }
  }

  /** The coin of another chain that a voucher would stand for, of which none has arrived yet, so that this chain has no trace of it. */
  #unseen(host: ChainHost, denom: string): string | undefined {
    for (const { portId, channelId } of channelsOfPort(host.app.context, `${TRANSFER}/`)) {
      const key = this.#sandbox.relayer.chainBehind(host.key, portId, channelId)
      const base = key === undefined ? undefined : this.#sandbox.chain(key)?.host.app.denom
      if (base !== undefined && bankDenom({ base, trace: [{ portId, channelId }] }) === denom) return `${key}:${base}`
    }
    return undefined
  }

  /** Follows the trace of a denomination to the chain that it comes from. */
  #home(host: ChainHost, { base, trace }: ReturnType<typeof denomOf>): string {
    let here = host
    for (const { portId, channelId } of trace) {
      const next = this.#sandbox.relayer.chainBehind(here.key, portId, channelId)
      const there = next === undefined ? undefined : this.#sandbox.chain(next)?.host
      if (there === undefined) return `${here.key}:${portId}/${channelId}/${base}`
      here = there
    }
    // Contracts that speak ICS-20 send the denomination of a voucher as it is, without its trace.
    return this.#trace(here.key, base) ?? `${here.key}:${base}`
  }

  #addHoldings(sums: Map<string, bigint>, holder: string): void {
    const [chain = '', address = ''] = holder.split('/')
    const { host } = this.#sandbox.chain(chain)!
    for (const { denom, amount } of host.app.balances(address)) add(sums, this.assetOf(chain, denom), amount)
    for (const token of this.#tokensOn(host)) {
      const amount = tokenBalance(host, token, address)
      if (amount > 0n) add(sums, this.assetOf(chain, denomOfToken(host, token)), amount)
    }
    const staked = stakedBy(host, address)
    if (staked > 0n) add(sums, `${chain}:${host.app.denom}`, staked)
  }

  /** Adds the coins of a transfer to its sender's as long as it can still be refunded. */
  #addPacket(packet: PendingPacket, holders: ReadonlyMap<string, Map<string, bigint>>): void {
    const coins = isTheSenders(packet) ? this.carriedBy(packet) : undefined
    if (coins === undefined) return
    const sums = holders.get(`${packet.from}/${coins.sender}`)
    if (sums !== undefined) add(sums, coins.asset, coins.amount)
  }

  /** The coins of a transfer; undefined for any other packet. */
  carriedBy(
    packet: PendingPacket,
  ): { readonly sender: string; readonly asset: string; readonly amount: bigint } | undefined {
    const data = packet.sourcePort === TRANSFER ? coinsIn(packet) : undefined
    if (data === undefined) return undefined
    const { host } = this.#sandbox.chain(packet.from)!
    return { sender: data.sender, asset: this.#home(host, data.denom), amount: BigInt(data.amount) }
  }
}

/** Whether the coins of a packet still belong to its sender: it was not received, or failed. */
const isTheSenders = ({ state, acknowledgement }: PendingPacket): boolean =>
  state !== 'received' && ((state !== 'acknowledged' && state !== 'stranded') || isError(acknowledgement))

const add = (sums: Map<string, bigint>, asset: string, amount: bigint): void =>
  void sums.set(asset, (sums.get(asset) ?? 0n) + amount)

/** The interchain accounts of a contract: their ports here and their addresses there. None on a chain without the module. */
export const accountsOf = (host: ChainHost, contract: string): readonly { portId: string; address: string }[] =>
  isOfEvm(host)
    ? []
    : allAccounts(host.app.context, CONTROLLER_STORE)
        .filter(
          ({ portId }) =>
            portId === CONTROLLER_PREFIX + contract || portId.startsWith(`${CONTROLLER_PREFIX}${contract}.`),
        )
        .map(({ portId, value }) => ({ portId, address: value }))

/** What an address has delegated, unbonding delegations included. */
function stakedBy({ app }: ChainHost, address: string): bigint {
  const ctx = app.context
  const delegator = app.address(address)
  let sum = 0n
  for (const { validatorAddress, shares } of delegationsBy(ctx, delegator)) {
    const validator = findValidator(ctx, parseOperator(ctx, validatorAddress))
    if (validator !== undefined) sum += tokensOfSharesTruncated(validator, shares)
  }
  sum /= DECIMALS
  for (const { entries } of unbondingsBy(ctx, delegator)) for (const { value } of entries) sum += value
  return sum
}

/** Whether an acknowledgement is an error. */
export function isError(acknowledgement: Uint8Array | undefined): boolean {
  if (acknowledgement === undefined) return false
  try {
    return 'error' in decodeAcknowledgement(acknowledgement)
  } catch (error) {
    // Contracts may write any bytes.
    if (error instanceof SudoboxError) return Buffer.from(acknowledgement).includes('"error"')
    throw error
  }
}

/** An asset of which two sums have different amounts. */
export interface Difference {
  readonly asset: string
  readonly before: bigint
  readonly after: bigint
}

/** The assets in which two sums differ, in the order of their names. @param passOver assets to ignore */
export function* differences(
  before: Sums | undefined,
  after: Sums | undefined,
  passOver: ReadonlySet<string> = new Set(),
): Iterable<Difference> {
  for (const asset of [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].sort()) {
    const was = before?.get(asset) ?? 0n
    const is = after?.get(asset) ?? 0n
    if (was !== is && !passOver.has(asset)) yield { asset, before: was, after: is }
  }
}
