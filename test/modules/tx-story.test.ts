import { consensusParams } from '../../src/chain/index.js'
import { expect, test } from 'vitest'
import { fromBase64, toBase64 } from '../../src/base/bytes.js'
import { addressText } from '../../src/chain/address.js'
import { App } from '../../src/chain/app.js'
import { anteSteps } from '../../src/chain/ante/index.js'
import { AccountKeeper, authModule, moduleAddress } from '../../src/modules/auth/index.js'
import { assertSendEnabled, BankKeeper, bankModule, getMetadata } from '../../src/modules/bank/index.js'
import { ContractManagerKeeper, contractManagerModule } from '../../src/modules/contractmanager/index.js'
import { dynamicFees } from '../../src/modules/dynamicfees/index.js'
import { escrowFee, FeeMarketKeeper, feemarketModule, settleFee } from '../../src/modules/feemarket/index.js'
import { checkGlobalFee, globalfeeModule } from '../../src/modules/globalfee/index.js'
import { countTx } from '../../src/modules/wasm/count-tx.js'
import { TX_COUNTER_KEY } from '../../src/modules/wasm/keys.js'
import { WASM_STORE, WasmKeeper, wasmModule } from '../../src/modules/wasm/index.js'
import { createVm } from '../../src/vm/index.js'
import { MODULE_ACCOUNTS, story, storyGenesis } from './chain.js'

const golden = story('chain/tx')
const { setup } = golden
const maxBlockGas = Number((setup.params['consensus_block'] as { max_gas: string }).max_gas)

function start(): App {
  const accounts = new AccountKeeper({ prefix: 'neutron', modules: MODULE_ACCOUNTS })
  const gov = moduleAddress('gov')
  const authority = addressText('neutron', gov)
  const bank = new BankKeeper({ accounts, blocked: Object.keys(MODULE_ACCOUNTS).map(moduleAddress) })
  const wasm: WasmKeeper = new WasmKeeper({
    vm: createVm({ version: '3.0.9' }),
    accounts,
    bank,
    settings: { assertSendEnabled, getMetadata },
    authority,
    router: () => app.router,
    queries: () => app.queries,
  })
  const manager = new ContractManagerKeeper({ wasm, authority })
  const feeMarket = new FeeMarketKeeper({
    accounts,
    bank,
    allowances: undefined,
    resolver: dynamicFees,
    authority,
    proposer: () => new Uint8Array(20),
  })
  const app: App = new App({
    chainId: setup.chain_id,
    prefix: 'neutron',
    consensus: consensusParams(maxBlockGas),
    modules: [
      authModule(accounts),
      bankModule(bank, gov),
      wasmModule(wasm),
      contractManagerModule(manager),
      feemarketModule(feeMarket),
      globalfeeModule(authority),
    ],
    ante: anteSteps({
      accounts,
      bank,
      afterSetUp: [countTx],
      fee: (deduct) => escrowFee(feeMarket, [checkGlobalFee, deduct]),
    }),
    post: [settleFee(feeMarket)],
  })
  const params = (name: string) => ({ params: setup.params[name]! })
  app.initChain(
    {
      ...storyGenesis(golden),
      feemarket: params('feemarket'),
      globalfee: params('globalfee'),
      contractmanager: params('contractmanager'),
    },
    { height: setup.height, time: BigInt(setup.time_ns) },
  )
  // The chain of the recordings had run transactions in earlier blocks: their counter is read by the first one here.
  app.stateContext().rawStore(WASM_STORE).set(TX_COUNTER_KEY, new Uint8Array(12))
  return app
}

test('the whole signed transactions of chain/tx: codes, logs, events, data and gas', () => {
  const app = start()
  for (const step of golden.steps) {
    const { height, time_ns, tx_bytes_base64 } = step.do as unknown as {
      height: number
      time_ns: string
      tx_bytes_base64: string
    }
    const result = app.deliver(fromBase64(tx_bytes_base64), { height, time: BigInt(time_ns) })
    const { code, codespace, log, gas_used, events, data_base64 } = step.expect
    expect(
      {
        code: result.code,
        codespace: result.codespace,
        log: result.log,
        events: result.events,
        gas: result.gasUsed,
        data: toBase64(result.data),
      },
      step.name,
    ).toEqual({ code, codespace, log, events, gas: gas_used, data: data_base64 ?? '' })
  }
})
