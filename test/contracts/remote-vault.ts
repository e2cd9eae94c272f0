import { createHash } from 'node:crypto'
import { createSandbox, type Account, type Contract, type Sandbox } from '../../src/sandbox/index.js'

/** How the hub's coin is called on Neutron when it came over a channel. */
const voucher = (channel: string): string =>
  `ibc/${createHash('sha256').update(`transfer/${channel}/uatom`).digest('hex').toUpperCase()}`

export const ATOM = voucher('channel-0')
/** Of the second channel. */
export const ATOM1 = voucher('channel-1')
/** What relayers of one packet are promised. */
export const FEE = '2000untrn'

interface Answers {
  readonly claims: { readonly coins: readonly { readonly denom: string; readonly amount: string }[] }
  readonly state: {
    readonly account: string
    readonly watched: { readonly kv: number; readonly tx: number }
    readonly pool: {
      readonly shares: string
      readonly liquid: string
      readonly delegated: string
      readonly leaving: { readonly step: unknown } | null
    }
    readonly flight: { readonly failed: boolean; readonly sequence: number; readonly channel: string } | null
  }
}

/** A vault whose account is open and watched, and two depositors with 1000uatom each over either channel. */
export class Vault {
  static async open(variant = '', { ordered = true } = {}): Promise<Vault> {
    const sandbox = createSandbox({
      ibc: { proofs: 'trust' },
      chains: { hub: { params: { staking: { unbonding_time: '1200s' } } } },
    })
    const { neutron, hub } = sandbox.chains
    const [alice, bob, admin] = ['alice', 'bob', 'admin'].map((name) => neutron.account(name, '100000000untrn'))
    await sandbox.relayer.openChannel()
    const bank = hub.account('bank', '1000000uatom')
    for (const channel of ['channel-0', 'channel-1'])
      for (const to of [alice!, bob!]) await bank.ibcTransfer(to, '1000uatom', { channel })
    await sandbox.relayer.relay()
    const { staking } = hub.exportGenesis().app_state as unknown as {
      readonly staking: { readonly validators: readonly { readonly operator_address: string }[] }
    }
    const contract = await admin!.deploy(`contracts/artifacts/remote_vault${variant && `_${variant}`}.wasm`, {
      connection_id: 'connection-0',
      channels: ['channel-0', 'channel-1'].map((id) => ({ id, remote: id, denom: voucher(id) })),
      denom: 'uatom',
      validator: staking.validators[0]!.operator_address,
      ordered,
      timeout: 3600,
    })
    const vault = new Vault(sandbox, contract, alice!, bob!, admin!)
    await vault.register()
    await admin!.execute(contract, { watch: {} }, { funds: '2000000untrn' })
    return vault
  }

  private constructor(
    readonly sandbox: Sandbox,
    readonly contract: Contract,
    readonly alice: Account,
    readonly bob: Account,
    readonly admin: Account,
  ) {}

  get neutron() {
    return this.sandbox.chains.neutron
  }
  get hub() {
    return this.sandbox.chains.hub
  }

  async register(): Promise<void> {
    await this.admin.execute(this.contract, { register: {} }, { funds: '1000000untrn' })
    await this.relay()
  }
  deposit(from: Account, amount: number, channel = 'channel-0') {
    return from.execute(this.contract, { deposit: { channel } }, { funds: `${amount}${voucher(channel)},${FEE}` })
  }
  depositParts(from: Account, ...amounts: number[]) {
    const parts = amounts.map((amount) => ({ channel: 'channel-0', amount: String(amount) }))
    const sum = amounts.reduce((a, b) => a + b, 0)
    return from.execute(
      this.contract,
      { deposit_parts: { parts } },
      { funds: `${sum}${ATOM},${amounts.length * 2000}untrn` },
    )
  }
  tick(from = this.admin) {
    return from.execute(this.contract, { tick: {} }, { funds: FEE })
  }
  withdraw(from: Account, amount: number) {
    return from.execute(this.contract, { withdraw: { amount: String(amount) } })
  }
  collect(from: Account) {
    return from.execute(this.contract, { collect: {} })
  }
  resubmit(id = 0) {
    return this.bob.execute(this.contract, { resubmit: { failure_id: id } })
  }
  relay(options: Parameters<Sandbox['relayer']['relay']>[0] = {}) {
    return this.sandbox.relayer.relay(options)
  }
  /** The other chain refuses what it gets. */
  refuse() {
    return this.relay({ receiver: { errorCode: 5 } })
  }
  /** All that is on its way to the hub times out, and the relayer says so. */
  async timeOut(): Promise<void> {
    await this.hub.skipPastTimeout()
    await this.relay()
  }
  /** A deposit that arrives. */
  async deposited(from: Account, amount: number): Promise<void> {
    await this.deposit(from, amount)
    await this.relay()
  }
  seeDelegation() {
    return this.sandbox.queryRelayer.deliver(this.state().watched.kv)
  }

  state(): Answers['state'] {
    return this.neutron.query<Answers['state']>(this.contract, { state: {} })
  }
  /** What an actor may claim, whatever it is called. */
  claim(of: { readonly address: string }): bigint {
    const { coins } = this.neutron.query<Answers['claims']>(this.contract, { claims: { actor: of.address } })
    return coins.filter(({ denom }) => denom !== 'untrn').reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  }
  claims(): bigint {
    return [this.alice, this.bob, this.admin].reduce((sum, actor) => sum + this.claim(actor), 0n)
  }
  coins(of: { readonly address: string }, denom = ATOM): bigint {
    return this.neutron.balance(of, denom)
  }
  /** On the account, delegated included. */
  remote(): bigint {
    const { account } = this.state()
    const { staking } = this.hub.exportGenesis().app_state as unknown as {
      readonly staking: { readonly delegations: readonly { delegator_address: string; shares: string }[] }
    }
    const delegated = staking.delegations.filter(({ delegator_address: who }) => who === account)
    return delegated.reduce(
      (sum, { shares }) => sum + BigInt(shares.split('.')[0]!),
      this.hub.balance(account, 'uatom'),
    )
  }
  failures() {
    return this.neutron.failures(this.contract)
  }
}
