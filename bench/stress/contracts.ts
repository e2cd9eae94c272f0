import { readFileSync } from 'node:fs'
import { MOCK_ENV, MOCK_INFO, mockBackend, MockStorage, type CallOutcome, type EntryPoint, type Vm } from 'sudobox/vm'
import { repositoryPath } from '../harness/paths.js'

const SENDER = 'cosmwasm1h34lmpywh4upnjdg90cjf4j70aee6z8qqfspugamjp42e4q28kqs8s7vcp'
const OTHER = 'cosmwasm1fsndjp6vylvfahjeyuxq4s2tw8s8rv2jsqz4mm'

/** VM gas of a callback on chain, which takes all of memory or a good while; most calls get less, so that there can be many. */
const LARGE = 140_000_000_000n
const LARGE_EVERY = 500
const SMALL = 1_400_000_000n

type Call = readonly [EntryPoint, unknown]

/** An artifact, its instantiation, and calls; some of them fail, in each way a call can. */
interface Role {
  readonly artifact: string
  readonly copies: number
  readonly instantiate: unknown
  readonly calls: readonly Call[]
}

const act = (behaviour: unknown): Call => ['execute', { act: { behaviour } }]

const ROLES: readonly Role[] = [
  {
    artifact: 'cw20_base',
    copies: 6,
    instantiate: {
      name: 'Golden Token',
      symbol: 'GOLD',
      decimals: 6,
      initial_balances: [{ address: SENDER, amount: '1000000000' }],
    },
    calls: [
      ['query', { balance: { address: SENDER } }],
      ['execute', { transfer: { recipient: OTHER, amount: '1' } }],
      ['query', { all_accounts: {} }],
      ['execute', { transfer: { recipient: OTHER, amount: '99999999999' } }],
      ['execute', 'no such message'],
    ],
  },
  {
    artifact: 'callback_lab',
    copies: 8,
    instantiate: { on_kv_query_result: 'succeed' },
    calls: [
      ['query', { counters: {} }],
      ['sudo', { kv_query_result: { query_id: 1 } }],
      act('panic'),
      act('error'),
      act({ spend_gas: '1000' }),
      act('loop'),
      act('allocate_forever'),
      act('recurse_forever'),
    ],
  },
  {
    artifact: 'cw4_group',
    copies: 3,
    instantiate: { admin: SENDER, members: [{ addr: SENDER, weight: 1 }] },
    calls: [
      ['query', { total_weight: {} }],
      ['query', { list_members: {} }],
      ['execute', { update_members: { add: [{ addr: OTHER, weight: 2 }], remove: [] } }],
      ['execute', { update_members: { add: [], remove: [OTHER] } }],
    ],
  },
  {
    artifact: 'cw1_whitelist',
    copies: 3,
    instantiate: { admins: [SENDER], mutable: true },
    calls: [
      ['query', { admin_list: {} }],
      ['execute', { execute: { msgs: [] } }],
      ['execute', { update_admins: { admins: [SENDER] } }],
    ],
  },
]

const encode = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))
const ENV = new TextEncoder().encode(MOCK_ENV)
const INFO = new TextEncoder().encode(MOCK_INFO)

/** A contract under stress: every call is the next one of its role, over the store as its instantiation left it, since state that grows is no leak. */
export class StressContract {
  private readonly vm: Vm
  private readonly checksum: string
  private readonly role: Role
  private readonly rows: ReturnType<MockStorage['entries']>
  private turn = 0

  constructor(vm: Vm, wasm: Uint8Array, role: Role) {
    this.vm = vm
    this.role = role
    this.checksum = vm.store(wasm).checksum
    const storage = new MockStorage()
    const { error } = this.call('instantiate', role.instantiate, storage)
    if (error) throw error
    this.rows = storage.entries()
  }

  next(): CallOutcome {
    const { calls } = this.role
    const [entry, message] = calls[this.turn++ % calls.length]!
    return this.call(entry, message, new MockStorage(this.rows))
  }

  private call(entry: EntryPoint, message: unknown, storage: MockStorage): CallOutcome {
    const args = entry === 'instantiate' || entry === 'execute' ? [ENV, INFO, encode(message)] : [ENV, encode(message)]
    const gasLimit = this.turn % LARGE_EVERY === 0 ? LARGE : SMALL
    return this.vm.call(this.checksum, entry, args, { backend: { ...mockBackend(), storage }, gasLimit })
  }
}

/** Twenty contracts of as many codes: copies of the artifacts that differ in a custom section. */
export const stressContracts = (vm: Vm): StressContract[] =>
  ROLES.flatMap((role) => {
    const wasm = readFileSync(repositoryPath(`contracts/artifacts/${role.artifact}.wasm`))
    return Array.from(
      { length: role.copies },
      (_, i) => new StressContract(vm, Buffer.concat([wasm, Buffer.from([0, 5, 4, 0x63, 0x6f, 0x70, i])]), role),
    )
  })
