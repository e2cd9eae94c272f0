import { NO_BYTES, UsageError } from '../../base/index.js'
import {
  addressText,
  BLOCK_TXS,
  blockGasOf,
  HEADER_INFO,
  parseAccAddress,
  parseOperator,
  rethrowing,
  type Block,
  type Context,
  type ConsensusParams,
  type GivenBlock,
} from '../../chain/index.js'
import type { DecCoins } from '../../codec/index.js'
import { applicationUnder } from '../../chain/ibc/index.js'
import { EvmCoverage } from '../../evm/execution/sync/index.js'
import { isEthAddress, parseEthAddress } from '../../crypto/index.js'
import { moduleAddress } from '../../modules/auth/index.js'
import { getMetadata, isSendEnabled, setMetadata, validateMetadata } from '../../modules/bank/index.js'
import { Conversions, Erc20Keeper, erc20Module, tokensAround } from '../../modules/erc20/index.js'
import {
  countedAmongEthereum,
  DYNAMIC_FEE_OPTION,
  ETHEREUM_OPTION,
  EthereumCalls,
  EthereumKeeper,
  EvmKeeper,
  evmModule,
} from '../../modules/evm/index.js'
import { EvmFeeMarketKeeper, evmFeeMarketModule } from '../../modules/evmfeemarket/index.js'
import { callbacks, IbcKeeper, ibcModule } from '../../modules/ibc/index.js'
import { readConsensus } from '../../modules/consensus/index.js'
import { ErrNoValidatorFound, getParams as stakingParams, validatorByConsensus } from '../../modules/staking/index.js'
import { MintKeeper, mintModule } from '../../modules/mint/index.js'
import { TRANSFER, TransferApplication, TransferApplication2, transferModule } from '../../modules/transfer/index.js'
import type { TransferKeeper } from '../../modules/transfer/index.js'
import { upgradeModule } from '../../modules/upgrade/index.js'
import { ChainApp, type CodeCounters } from '../chain-app.js'
import type { ChainOptions } from '../chain-options.js'
import { FILE_DESCRIPTORS } from '../chain-parts.js'
import { partsWithoutContracts } from '../common/base.js'
import { authorityOf, transferKeeper } from '../ibc.js'
import { MODULE_VERSIONS } from '../releases/module-versions.js'
import { WASMD_0_70 } from '../releases/wasmd-0.70.js'
import { anteOf } from './ante.js'
import { EvmCallbacks } from './callbacks.js'
import { coinAccountCode } from './coin-account-code.js'
import { codeHashOf, giveCode, setNonce, type StateParts } from './commit.js'
import { executeOn } from './execute.js'
import { keyTypes } from './signing/keys.js'
import { Traces } from './traces.js'
import { Handlers, PRECOMPILES, precompilesOf, type PrecompileTable } from './precompiles/index.js'

/** Source: cosmos/evm v0.7.3 x/vm/types `DefaultEVMChainID`. */
const EVM_CHAIN_ID = 262_144n

/** cosmos/evm v0.7.3 with cosmos-sdk v0.54.3 and ibc-go v11.0.0. */
const RULES = {
  ...WASMD_0_70.rules,
  types: { keys: keyTypes(EVM_CHAIN_ID), extensions: new Set([ETHEREUM_OPTION, DYNAMIC_FEE_OPTION]) },
  keepsDecodeErrors: true,
  readsEthAddresses: true,
  firstProposalMessage: '',
  // Source: utils/utils.go `AttoPowerReduction`.
  tokensPerPower: 10n ** 18n,
} as const

/** Source: evmd config/permissions.go, as `reference/evmd` wires it. */
const ACCOUNTS = {
  transfer: ['minter', 'burner'],
  mint: ['minter'],
  evm: ['minter', 'burner'],
  feemarket: [],
  erc20: ['minter', 'burner'],
} as const

/** Source: evmd app.go, as `reference/evmd` wires it. */
const ORDER = {
  genesis: [
    'auth',
    'bank',
    'distribution',
    'staking',
    'slashing',
    'gov',
    'mint',
    'ibc',
    'evm',
    'feemarket',
    'erc20',
    'transfer',
    'evidence',
    'authz',
    'feegrant',
    'upgrade',
    'vesting',
  ],
  beginBlock: [
    'mint',
    'ibc',
    'transfer',
    'erc20',
    'feemarket',
    'evm',
    'distribution',
    'slashing',
    'evidence',
    'staking',
    'auth',
    'bank',
    'gov',
    'authz',
    'feegrant',
  ],
  endBlock: ['bank', 'gov', 'staking', 'auth', 'evm', 'erc20', 'feemarket', 'ibc', 'transfer', 'distribution'],
} as const

/** Source: x/vm/keeper/block_proposer.go `GetCoinbaseAddress`. */
function operatorOfProposer(ctx: Context): Uint8Array {
  const { proposer } = ctx.block
  if (proposer === undefined) return new Uint8Array(20)
  return rethrowing(
    ({ log }) =>
      ErrNoValidatorFound.error(
        `failed to retrieve validator from block proposer address ${addressText(`${ctx.prefix}valcons`, proposer)}. Error: ${log}`,
      ),
    () => operatorOfValidator(ctx, proposer),
  )
}

/** @throws ChainError staking/3 */
function operatorOfValidator(ctx: Context, consensus: Uint8Array): Uint8Array {
  const validator = validatorByConsensus(ctx, consensus)
  if (validator === undefined) throw ErrNoValidatorFound.error()
  return parseOperator(ctx, validator.operatorAddress)
}

/** What only a recorded chain has otherwise. */
export interface EvmdOverrides {
  readonly consensus?: ConsensusParams
  readonly given?: (height: number) => GivenBlock
}

/** A chain with the EVM inside. Source: cosmos/evm v0.7.3, wired as in evmd/app.go. */
export class EvmdApp extends ChainApp {
  readonly evm: EvmKeeper
  /** Runs messages of which nothing is kept, on a context of any height. */
  readonly calls: EthereumCalls
  readonly feemarket: EvmFeeMarketKeeper
  /** The id by which signatures of Ethereum name the chain. */
  readonly evmChainId = EVM_CHAIN_ID
  /** What the state of the EVM is in. */
  readonly state: StateParts
  /** The function that a call of a contract names which is a module. */
  readonly functionOf: PrecompileTable['functionOf']
  /** Runs a message of the EVM on a state. @throws ChainError, GoPanic, NotSupportedError */
  readonly run: ReturnType<typeof executeOn>
  override readonly ethereum: EthereumKeeper
  override readonly demandsFees = true
  override readonly minimumGasPrices: (ctx: Context) => DecCoins
  readonly ibc: { readonly core: IbcKeeper; readonly transfer: TransferKeeper }
  readonly #coverage: EvmCoverage | undefined
  readonly #given: EvmdOverrides['given']

  constructor(options: ChainOptions, overrides: EvmdOverrides = {}) {
    const shared = partsWithoutContracts(options, {
      moduleAccounts: ACCOUNTS,
      blocked: PRECOMPILES,
      creditsVirtual: true,
      routesTexts: false,
      baseDenom: options.denom,
      release: RULES,
    })
    const coverage = options.vms?.observed.coverage === true ? new EvmCoverage() : undefined
    const { keepers } = shared
    const { accounts } = keepers
    const authority = authorityOf(options.prefix)
    const core = new IbcKeeper({ authority })
    const transfer = transferKeeper(keepers, core.packets)
    core.router2.add(TRANSFER, new TransferApplication2(transfer))
    const maxGas = (): bigint => keepers.chain.consensus().block.maxGas
    const feemarket = new EvmFeeMarketKeeper({
      maxGas: () => (maxGas() === -1n ? undefined : maxGas()),
      blockGas: (ctx) => blockGasOf(ctx.value(BLOCK_TXS) ?? []),
    })
    const evm = new EvmKeeper({
      accounts,
      metadata: getMetadata,
      baseFee: (ctx) => feemarket.baseFee(ctx),
      // A simulation has no block around it.
      headerHash: (ctx) => ctx.value(HEADER_INFO)?.hash ?? NO_BYTES,
    })
    const state = { accounts, bank: keepers.bank, evm }
    const erc20 = new Erc20Keeper({
      accounts,
      evm,
      code: coinAccountCode(),
      giveCode: (...code) => giveCode(state, ...code),
    })
    const handlers = new Handlers(keepers.chain.router, keepers.chain.queries)
    const precompiles = precompilesOf({
      ...keepers,
      evm,
      erc20,
      handlers,
      clients: core.clients,
      toCoins: (ctx, contract, amount, owner) => conversions.toCoins(ctx, contract, amount, owner, owner, true),
    })
    const execute = executeOn({
      accounts,
      bank: keepers.bank,
      evm,
      chainId: EVM_CHAIN_ID,
      // Source: types/block.go `BlockGasLimit`.
      maxGas: () => (maxGas() === -1n ? (1n << 64n) - 1n : maxGas()),
      precompiles,
      coverage,
    })
    const ethereum = new EthereumKeeper({
      evm,
      accounts: {
        get: (ctx, address) => accounts.get(ctx, address),
        open: (ctx, address) => accounts.open(ctx, address),
        setSequence: (ctx, address, sequence) => accounts.set(ctx, { ...accounts.get(ctx, address)!, sequence }),
      },
      bank: keepers.bank,
      feemarket,
      chainId: EVM_CHAIN_ID,
      coinbase: operatorOfProposer,
      setNonce: (...account) => setNonce(state, ...account),
      readLimits: readConsensus,
      execute,
    })
    const calls = new EthereumCalls(ethereum)
    const traces = new Traces({ ethereum, feemarket, run: execute })
    const { bank } = keepers
    const conversions = new Conversions(erc20, {
      authority,
      address: moduleAddress('erc20'),
      call: (ctx, call) => ethereum.call(ctx, call),
      bank: {
        balance: (ctx, address, denom) => bank.balance(ctx, address, denom),
        isBlocked: (address) => bank.isBlocked(address),
        isSendEnabled,
        mint: (ctx, module, coins) => bank.mint(ctx, module, coins),
        burn: (ctx, module, coins) => bank.burn(ctx, module, coins),
        sendFromModule: (ctx, module, to, coins) => bank.sendFromModule(ctx, module, to, coins),
        sendToModule: (ctx, from, module, coins) => bank.sendToModule(ctx, from, module, coins),
        metadata: getMetadata,
        setMetadata,
        validateMetadata,
      },
      codeHash: (...account) => codeHashOf(state, ...account),
    })
    const application = new TransferApplication(transfer)
    const contracts = new EvmCallbacks({
      accounts,
      evm,
      ethereum,
      erc20,
      asker: moduleAddress('erc20'),
      readMemo: (...packet) => application.readMemo(...packet),
    })
    const layers = [
      callbacks({ readMemo: (...packet) => application.readMemo(...packet), contracts: () => contracts }),
      tokensAround({
        conversions,
        bondDenom: (ctx) => stakingParams(ctx).bondDenom,
        parseAddress: (text) => (isEthAddress(text) ? parseEthAddress(text) : parseAccAddress(options.prefix, text)),
        isModule: (ctx, address) => accounts.get(ctx, address)?.module !== undefined,
      }),
    ]
    core.router.add(TRANSFER, applicationUnder(layers, application))
    super(shared, {
      modules: [
        upgradeModule(authority, MODULE_VERSIONS.evmd),
        mintModule(new MintKeeper({ ...keepers, authority }), options.denom, RULES),
        ibcModule(core),
        transferModule(transfer),
        evmModule(evm, options.denom, { ethereum, calls, traces, authority, operatorOf: operatorOfValidator }),
        evmFeeMarketModule(feemarket, authority),
        erc20Module(erc20, conversions),
      ],
      order: ORDER,
      consensus: overrides.consensus,
      given: overrides.given,
      beforeTx: readConsensus,
      afterTx: countedAmongEthereum,
      nodeServices: [FILE_DESCRIPTORS],
      ante: (afterSetUp) => anteOf(keepers, { evm, feemarket, ethereum }, afterSetUp),
    })
    this.#coverage = coverage
    this.evm = evm
    this.calls = calls
    this.feemarket = feemarket
    this.state = state
    this.ethereum = ethereum
    this.run = execute
    this.functionOf = (address, input) => precompiles.functionOf(address, input)
    this.#given = overrides.given
    this.minimumGasPrices = (ctx) => [{ denom: ethereum.denom(ctx), amount: feemarket.nextPrice(ctx) }]
    this.ibc = { core, transfer }
  }

  /** Hash of the header of a block. */
  blockHash(block: Block): Uint8Array {
    return this.#given?.(block.height).hash ?? block.signed.blockId.hash
  }

  override get codeCounters(): readonly CodeCounters[] {
    return Array.from(this.#coverage?.all ?? [], ({ codeHash, counters }) => ({
      checksum: codeHash.slice(2),
      counters,
    }))
  }

  /** The counters of a contract's code. @throws UsageError unless the chain counts coverage */
  countersOf(address: Uint8Array): Uint32Array {
    if (this.#coverage === undefined) throw new UsageError('this chain does not count coverage')
    const { context, evm } = this
    return this.#coverage.of(evm.code(context, evm.codeHash(context, address))).counters
  }

  /** Address of the operator that proposed a block. */
  operatorOf(block: Block): Uint8Array {
    return operatorOfProposer(this.baseApp.queryContext(block.height).withBlock(block))
  }
}
