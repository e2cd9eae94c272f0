import { assertSendEnabled } from '../modules/bank/index.js'
import {
  contractManagerModule,
  failuresBinding,
  nolusResubmitBinding,
  type ContractManagerKeeper,
} from '../modules/contractmanager/index.js'
import { vestingsModule } from '../modules/auth/index.js'
import { feeRefunderModule, FeeRefunderKeeper, minIbcFeeBinding, validateFee } from '../modules/feerefunder/index.js'
import { channelsOfPort, getChannel, IbcKeeper, ibcModule } from '../modules/ibc/index.js'
import { icaModule } from '../modules/ica/index.js'
import {
  accountAddressBinding,
  interchainTxsModule,
  nolusRegisterAccountBinding,
  submitTxBinding,
} from '../modules/interchaintxs/index.js'
import { nolusMintModule } from '../modules/nolusmint/index.js'
import { paramsModule } from '../modules/params/index.js'
import { deductTax, taxModule } from '../modules/tax/index.js'
import {
  ibcTransferBinding,
  NeutronTransferApplication,
  NeutronTransfers,
  neutronTransferModule,
  TRANSFER,
  type TransferKeeper,
} from '../modules/transfer/index.js'
import { upgradeModule } from '../modules/upgrade/index.js'
import { Bindings, type BindingTable } from '../modules/wasm/index.js'
import { ChainApp } from './chain-app.js'
import type { ChainOptions } from './chain-options.js'
import { FILE_DESCRIPTORS, type Keepers } from './chain-parts.js'
import { commonParts, type CommonParts } from './common/contracts.js'
import { connectContracts } from './contract-ibc.js'
import { authorityOf, transferKeeper } from './ibc.js'
import type { Kind } from './kind.js'
import { LEGACY_SUBSPACES } from './releases/legacy-params.js'
import { MODULE_VERSIONS } from './releases/module-versions.js'
import { contractAccounts, type NeutronAccounts } from './neutron/accounts.js'
import { contractManagerOf } from './neutron/contract-manager.js'
import { contractCallbacks } from './neutron/ibc.js'
import { VM_OF_WASMVM } from '../vm/internal.js'

/** Module accounts besides those that every chain has. Source: nolus-core app/modules.go `maccPerms`. */
const ACCOUNTS = {
  mint: ['minter'],
  transfer: ['minter', 'burner'],
  wasm: ['burner'],
  vestings: [],
  interchainaccounts: [],
  feerefunder: [],
} as const

/** Source: nolus-core app/modules.go. */
const ORDER = {
  genesis: [
    'auth',
    'bank',
    'distribution',
    'staking',
    'slashing',
    'gov',
    'mint',
    'tax',
    'vestings',
    'ibc',
    'evidence',
    'feegrant',
    'authz',
    'upgrade',
    'transfer',
    'interchainaccounts',
    'interchaintxs',
    'contractmanager',
    'wasm',
    'feerefunder',
  ],
  beginBlock: ['mint', 'distribution', 'slashing', 'evidence', 'staking', 'ibc', 'authz'],
  endBlock: ['gov', 'staking', 'feegrant'],
} as const

/** Source: nolus-core wasmbinding/bindings. */
const BINDINGS: BindingTable = {
  chain: 'nolus',
  goTypes: { message: 'NolusMsg', query: 'NolusQuery' },
  messages: {
    submit_tx: 'interchaintxs',
    register_interchain_account: 'interchaintxs',
    ibc_transfer: 'transfer',
    resubmit_failure: 'contractmanager',
  },
  queries: {
    interchain_account_address: 'interchaintxs',
    min_ibc_fee: 'feerefunder',
    failures: 'contractmanager',
  },
}

const RELEASE = 'nolus'

/** Transfers without layers around them, which report their outcome to contracts. Source: nolus-core app/keepers/keepers.go. */
function wire({ options, keepers }: CommonParts, bindings: Bindings) {
  const { prefix, denom } = options
  const authority = authorityOf(prefix)
  const manager = contractManagerOf(keepers, RELEASE)
  const core = new IbcKeeper({ authority })
  const fees = new FeeRefunderKeeper({
    bank: keepers.bank,
    hasChannel: (ctx, portId, channelId) => getChannel(ctx, portId, channelId) !== undefined,
    authority,
    release: RELEASE,
  })
  const transfer = transferKeeper(keepers, core.packets)
  const transfers = new NeutronTransfers({
    keeper: transfer,
    fees: undefined,
    contracts: contractCallbacks(keepers, manager),
    escrows: [],
    release: RELEASE,
    channelsOfPort,
    validateFee,
  })
  core.router.add(TRANSFER, new NeutronTransferApplication(transfers))
  const { contractIbc } = connectContracts(keepers, core, transfer, core.packets)
  const accounts = contractAccounts(keepers, { core, manager, charges: undefined, release: RELEASE })
  bindings
    .addMessage(submitTxBinding(accounts.txs))
    .addMessage(nolusRegisterAccountBinding(accounts.txs))
    .addMessage(ibcTransferBinding(transfers))
    .addMessage(nolusResubmitBinding(manager))
    .addQuery(accountAddressBinding(accounts.txs))
    .addQuery(minIbcFeeBinding(fees))
    .addQuery(failuresBinding)
  return {
    manager,
    ibc: { core, transfer },
    contractIbc,
    accounts,
    modules: [
      nolusMintModule({ ...keepers, denom, authority }),
      taxModule({ prefix, denom, authority }),
      vestingsModule(keepers.accounts, {
        assertSendEnabled,
        isBlocked: (to) => keepers.bank.isBlocked(to),
        send: (...coins) => keepers.bank.send(...coins),
      }),
      ibcModule(core),
      neutronTransferModule(transfers),
      icaModule(accounts.controller, accounts.host, keepers.chain.queries),
      interchainTxsModule(accounts.txs),
      contractManagerModule(manager),
      feeRefunderModule(fees),
      upgradeModule(authority, MODULE_VERSIONS.nolus),
      paramsModule(LEGACY_SUBSPACES.nolus),
    ],
  }
}

type Wired = ReturnType<typeof wire>

/** A Nolus chain: contracts with custom messages and the contract manager, and a tax on fees. Source: nolus-core 444f8da7. */
class NolusApp extends ChainApp {
  declare readonly keepers: Keepers
  override readonly contractManager: ContractManagerKeeper
  readonly ibc: { readonly core: IbcKeeper; readonly transfer: TransferKeeper }
  readonly accounts: NeutronAccounts

  constructor(options: ChainOptions) {
    const bindings = new Bindings(BINDINGS)
    const common = commonParts(options, {
      // Source: nolus-core app/keepers/keepers.go.
      capabilities: ['neutron', 'migrate', 'upgrade', 'cosmwasm_3_0'],
      lacks: ['ibc2'],
      bindings,
      contractIbc: () => wired.contractIbc,
      moduleAccounts: ACCOUNTS,
      unordered: 'accepted',
    })
    const wired: Wired = wire(common, bindings)
    const { manager, ibc, accounts, modules } = wired
    const tax = deductTax(common.keepers.bank)
    super(common, {
      modules,
      order: ORDER,
      fee: (deduct) => (ctx, tx, mode) => tax(deduct(ctx, tx, mode), tx, mode),
      signModes: new Set(['eip191', 'textual']),
      nodeServices: [FILE_DESCRIPTORS],
    })
    this.contractManager = manager
    this.ibc = ibc
    this.accounts = accounts
  }
}

export const nolus: Kind = {
  about: "the app of nolus-core v0.8, with older releases of Neutron's modules and a tax on fees",
  // Source: nolus-core 444f8da7 go.mod.
  defaults: {
    name: 'nolus',
    prefix: 'nolus',
    denom: 'unls',
    vm: VM_OF_WASMVM['3.0.3'],
    wasmd: 'nolus',
    txContracts: false,
  },
  takes: [],
  hasEvm: false,
  programs: ['nolusd'],
  build: (options) => new NolusApp(options),
}
