import { ChainError, UsageError } from '../base/index.js'
import { ChainNode, DEFAULT_CHAIN_LIMITS, RestGateway } from '../server/internal.js'
import { bytesText, type ChainHost } from '../sandbox/internal.js'
import { jsonOf, parseExact } from '../pages/index.js'
import { Activity, entryData, search } from './activity.js'
import { CodeNames } from './code-names.js'
import { checksumOf, contractData, contractsOfChain, storageData, type Rest } from './contracts.js'
import { Abis } from './evm/abis.js'
import { evmContracts } from './evm/contracts.js'
import { solidityContracts } from './evm/solidity.js'
import { examples } from './examples.js'
import type { Explored } from './explored.js'
import type { AccountRow, ChannelRow, FailureRow, Json } from './model.js'
import { faultsOf, journeys, journeysOf, packets, queries, Settled } from './relays.js'
import { Schemas } from './schemas.js'
import type { Announcer } from './state.js'

type Given = (name: string) => string | undefined
type View = (given: Given) => unknown

/** The data that the page reads. Nothing here changes anything. */
export class Views {
  readonly schemas: Schemas
  readonly abis = new Abis()
  readonly codeNames = new CodeNames()
  readonly #explored: Explored
  readonly #announcer: Announcer
  readonly #activity: Activity
  readonly #gateways = new Map<string, RestGateway>()
  readonly #views: Readonly<Record<string, View>>

  constructor(explored: Explored, announcer: Announcer) {
    this.#explored = explored
    this.#announcer = announcer
    this.#activity = new Activity(explored.history)
    this.schemas = new Schemas(explored.files)
    this.#nameCalls()
    const settled = new Settled(explored)
    this.#views = {
      state: () => announcer.state,
      rows: (given) => this.#rows(given),
      entry: (given) => this.#entry(given),
      search: (given) => search(explored.history, explored.hosts, given('text') ?? ''),
      contracts: () => {
        const all = [...explored.hosts.values()].map((host) =>
          contractsOfChain(host, this.rest(host.key), this.codeNames),
        )
        return {
          codes: all.flatMap(({ codes }) => codes),
          contracts: all.flatMap(({ contracts }) => contracts),
          solidity: [...explored.hosts.values()].flatMap(solidityContracts),
        }
      },
      contract: (given) => {
        const host = this.#host(given)
        return contractData(host, this.rest(host.key), needed(given, 'address'))
      },
      storage: (given) =>
        storageData(this.#host(given), needed(given, 'address'), {
          from: numberOf(given, 'from', 0),
          count: numberOf(given, 'count', 100),
          text: given('text') ?? '',
        }),
      schema: (given) => this.#schema(given),
      evm: () => evmContracts(explored, this.abis),
      examples,
      channels: () => channelsOf(explored),
      accounts: () => [...explored.hosts.values()].flatMap(accountsOf),
      packets: () => packets(explored),
      settled: () => settled.data,
      journeys: () => journeys(explored),
      queries: async () =>
        (
          await Promise.all([...explored.hosts.values()].map((host) => queries(explored, host, this.rest(host.key))))
        ).flat(),
      faults: () => [...explored.hosts.values()].flatMap(faultsOf),
      failures: () => [...explored.hosts.values()].flatMap(failuresOf),
    }
  }

  /** @throws UsageError for an unknown view, and for wrong members; ChainError as a chain reports it */
  async view(name: string, params: URLSearchParams): Promise<Json> {
    if (!Object.hasOwn(this.#views, name)) throw new UsageError(`there is no view "${name}"`)
    return jsonOf(await this.#views[name]!((member) => params.get(member) ?? undefined))
  }

  /** The REST gateway of a chain, as its port answers. */
  rest(chain: string): Rest {
    return (url) => {
      const { status, body } = this.gateway(chain).answer({ verb: 'GET', url, body: '', height: 0 })
      const json = parseExact(body)
      if (status === 200) return json
      const { message, code } = json as { readonly message: string; readonly code: number }
      throw new ChainError({ codespace: 'rest', code, log: message })
    }
  }

  /** @throws UsageError for an unknown chain */
  gateway(chain: string): RestGateway {
    this.#known(chain)
    let gateway = this.#gateways.get(chain)
    if (gateway === undefined) {
      gateway = new RestGateway(new ChainNode(this.#explored.served(chain), DEFAULT_CHAIN_LIMITS))
      this.#gateways.set(chain, gateway)
    }
    return gateway
  }

  /** The checksum of a code. @throws UsageError for an unknown chain or code */
  checksum(chain: string, codeId: string): string {
    return checksumOf(this.#known(chain), this.rest(chain), codeId)
  }

  /** Takes the ABI of a contract of an EVM. @throws UsageError if it is invalid */
  giveAbi(name: string, abi: Json): void {
    this.abis.give(name, abi)
    this.#nameCalls()
    this.#announcer.changed()
  }

  #nameCalls(): void {
    this.#explored.history.nameCalls((selector) => this.abis.functionOf(selector))
  }

  #rows(given: Given): unknown {
    const filter = { chain: given('chain'), kind: given('kind'), text: given('text') }
    return this.#activity.rows(this.#announcer.epoch, filter, numberOf(given, 'from', 0), numberOf(given, 'count', 100))
  }

  async #entry(given: Given): Promise<unknown> {
    const entry = this.#explored.history.entry(numberOf(given, 'id', 0))
    if (entry === undefined)
      throw new UsageError('there is no such row: it may have been before a snapshot was restored')
    const data = await entryData(entry, this.#known(entry.chain), this.rest(entry.chain), this.abis)
    const about = entry.kind === 'tx' ? journeysOf(this.#explored, entry) : []
    return { ...data, ...(about.length > 0 && { journeys: about }) }
  }

  #schema(given: Given): unknown {
    const host = this.#host(given)
    const checksum = this.checksum(host.key, needed(given, 'code'))
    const wasm = given('infer') === undefined ? undefined : () => host.app.vm.wasm(checksum)
    const schema = this.schemas.of(checksum, wasm)
    // Forms without one get it.
    if (wasm !== undefined) this.#announcer.changed()
    return schema
  }

  #host(given: Given): ChainHost {
    return this.#known(needed(given, 'chain'))
  }

  #known(chain: string): ChainHost {
    const host = this.#explored.hosts.get(chain)
    if (host === undefined) throw new UsageError(`there is no chain "${chain}"`)
    return host
  }
}

function needed(given: Given, name: string): string {
  const value = given(name)
  if (value === undefined) throw new UsageError(`"${name}" is missing`)
  return value
}

function numberOf(given: Given, name: string, otherwise: number): number {
  const text = given(name)
  if (text === undefined) return otherwise
  if (!/^\d{1,9}$/.test(text))
    throw new UsageError(`"${name}" must be a whole number, not ${JSON.stringify(text.slice(0, 40))}`)
  return Number(text)
}

/** The accounts with keys, and addresses that have a name and no contract. */
function accountsOf(host: ChainHost): AccountRow[] {
  const rowOf = (name: string, address: string, key: AccountRow['key']): AccountRow => {
    const balances = host.balances(address).map(({ denom, amount }) => ({ denom, amount: String(amount) }))
    return { chain: host.key, name, address, key, balances }
  }
  const { accounts, labels } = host
  const own = [...accounts.keyTypes].map(([name, key]) => rowOf(name, host.keyOf(name).address, key))
  const known = new Set(own.map(({ address }) => address))
  const named = [...labels.addresses].filter(
    ([, address]) => !known.has(address) && labels.contractAddress(address) === undefined,
  )
  return [...named.map(([name, address]) => rowOf(name, address, 'none')), ...own]
}

/** Channels for transfers between chains of the sandbox. */
const channelsOf = ({ channels }: Explored): readonly ChannelRow[] =>
  channels().flatMap(({ chain, port, channel, counterparty }) =>
    port === 'transfer' && counterparty.chain !== undefined ? [{ chain, channel, to: counterparty.chain }] : [],
  )

const failuresOf = (host: ChainHost): FailureRow[] =>
  !host.hasFailures
    ? []
    : host.failures(undefined).map(({ address, id, sudoPayload, error, details }) => ({
        chain: host.key,
        address,
        label: host.labelOf(address) ?? address,
        id: String(id),
        payload: bytesText(sudoPayload),
        error,
        ...(details !== undefined && { details }),
      }))
