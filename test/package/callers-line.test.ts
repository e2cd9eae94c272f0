import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as evmModule from 'sudobox/evm'
import * as explorer from 'sudobox/explorer'
import * as fuzz from 'sudobox/fuzz'
import * as replayModule from 'sudobox/replay'
import * as sandboxModule from 'sudobox'
import * as server from 'sudobox/server'
import { createSandbox, SudoboxError } from 'sudobox'
import { describe, expect, test } from 'sudobox/vitest'
import { atCallersLine } from '../../src/base/callers-line.js'

// Each call below fails. What it throws has the line of the call as its first frame: Vitest shows that line.

const sandbox = createSandbox()
const { neutron } = sandbox.chains
const alice = neutron.account('alice', '5untrn')
const lab = await alice.deploy('contracts/artifacts/callback_lab.wasm')
const client = await neutron.client(alice)
const closed = createSandbox().evm
await closed.close()
const folder = mkdtempSync(join(tmpdir(), 'sudobox-line-'))
const nowhere = join(folder, 'file')
const recordingOf = (name: string) => createSandbox().record(name)
const recording = recordingOf('/dev/null/no/folder.json')
const any = (value: unknown) => value as never

const NEVER = 'does not fail'

const ROWS: Readonly<Record<string, (() => unknown) | typeof NEVER>> = {
  'Account.store': () => alice.store('nowhere.wasm'),
  'Account.instantiate': () => alice.instantiate(99n, {}),
  'Account.deploy': () => alice.deploy('contracts/artifacts/cw20_base.wasm', { nam: 'x' }),
  'Account.execute': () => alice.execute(lab, { act: { behaviour: 'succeed' } }, { funds: '6untrn' }),
  'Account.migrate': () => alice.migrate(lab, 99n, {}),
  'Account.updateAdmin': () => alice.updateAdmin(lab, alice),
  'Account.clearAdmin': () => alice.clearAdmin(lab),
  'Account.transfer': () => alice.transfer(lab, '6untrn'),
  'Account.ibcTransfer': () => alice.ibcTransfer('cosmos1', '6untrn'),
  'Account.send': () => alice.send([]),
  'ImpersonatedAccount.execute': () => neutron.actAs(lab).execute(lab, { act: { behaviour: 'error' } }),
  'ImpersonatedAccount.privateKey': () => neutron.actAs(lab).privateKey,
  'Contract.callback': () => lab.callback(any({ timeout: 5 })),
  'SandboxChain.actAs': () => neutron.actAs('nobody'),
  'SandboxChain.mock': () => neutron.mock(any({ exec: () => undefined })),
  'SandboxChain.upgrade': () => neutron.upgrade({ revision: 0 }),
  'Validators.start': () => neutron.validators.start(''),
  'Validators.stop': () => neutron.validators.stop('nobody'),
  'Validators.attackLightClients': () => neutron.validators.attackLightClients({ by: ['nobody'] }),
  'Validators.doubleSign': () => neutron.validators.doubleSign('nobody'),
  'SandboxChain.callback': () => neutron.callback('nobody', { timeout: {} }),
  'SandboxChain.skipPastTimeout': () => neutron.skipPastTimeout(),
  'SandboxChain.client': () => neutron.client(any(undefined)),
  'Sandbox.perform': () => sandbox.perform(any({ action: 'dance' })),
  'Sandbox.repeat': () => sandbox.repeat(-1, { action: 'block' }),
  'Sandbox.callback': () => sandbox.callback(lab, any({ timeout: 5 })),
  'Sandbox.snapshot': NEVER,
  'Sandbox.restore': () => sandbox.restore(99),
  'Sandbox.serve': () => sandbox.serve({ host: '256.256.256.256' }),
  'Sandbox.close': () => {
    const other = createSandbox()
    other.chains.neutron.nextBlock()
    other.record('/dev/null/no/folder.json')
    return other.close()
  },
  'SandboxChain.deploy': () => sandbox.chains.neutron.deploy('missing.json'),
  'SandboxChain.ethereumNode': NEVER,
  'SandboxChain.close': NEVER,
  'Explorer.serve': () => new explorer.Explorer(sandbox).serve({ host: '256.256.256.256' }),
  'Recording.fixture': NEVER,
  'Recording.save': () => recording.save(),
  'Relayer.relay': () => sandbox.relayer.relay({ limit: -1 }),
  'Relayer.updateClient': () => sandbox.relayer.updateClient('moon'),
  'Relayer.upgradeClient': () => sandbox.relayer.upgradeClient('moon'),
  'Relayer.createClient': () => sandbox.relayer.createClient('moon'),
  'Relayer.pairClients': () => sandbox.relayer.pairClients(any({ clients: 5 })),
  'Relayer.misbehaviour': () => sandbox.relayer.misbehaviour('moon'),
  'Relayer.openConnection': () => sandbox.relayer.openConnection(any({ chain: 'moon' })),
  'Relayer.openChannel': () => sandbox.relayer.openChannel(any({ chain: 'moon' })),
  'Relayer.closeChannel': () => sandbox.relayer.closeChannel(any({ channel: 'channel-9' })),
  'QueryRelayer.deliver': () => sandbox.queryRelayer.deliver(99),
  'QueryRelayer.deliverAll': () => sandbox.queryRelayer.deliverAll({ limit: -1 }),
  'Node.start': () => closed.start(),
  'Node.request': () => sandbox.evm.request({ method: 'eth_nothing' }),
  'Node.dispatch': () => closed.dispatch('eth_nothing', []),
  'Node.mine': () => sandbox.evm.mine(-1n),
  'Node.importChain': () => sandbox.evm.importChain(Uint8Array.of(1, 2, 3)),
  'Node.settled': NEVER,
  'Node.idle': NEVER,
  'Node.close': NEVER,
  'SandboxClient.upload': () => client.upload('nobody', new Uint8Array()),
  'SandboxClient.instantiate': () => client.instantiate('nobody', 1, {}, 'label'),
  'SandboxClient.instantiate2': () => client.instantiate2('nobody', 1, new Uint8Array(1), {}, 'label'),
  'SandboxClient.updateAdmin': () => client.updateAdmin('nobody', lab.address, 'nobody'),
  'SandboxClient.clearAdmin': () => client.clearAdmin('nobody', lab.address),
  'SandboxClient.migrate': () => client.migrate('nobody', lab.address, 1, {}),
  'SandboxClient.execute': () => client.execute(alice.address, lab.address, { nothing: {} }),
  'SandboxClient.executeMultiple': () => client.executeMultiple('nobody', []),
  'SandboxClient.sendTokens': () => client.sendTokens('nobody', alice.address, []),
  'SandboxClient.delegateTokens': () => client.delegateTokens('nobody', '', { denom: 'untrn', amount: '1' }),
  'SandboxClient.undelegateTokens': () => client.undelegateTokens('nobody', '', { denom: 'untrn', amount: '1' }),
  'SandboxClient.withdrawRewards': () => client.withdrawRewards('nobody', ''),
  'SandboxClient.signAndBroadcast': () => client.signAndBroadcast('nobody', []),
  'SandboxClient.signAndBroadcastSync': () => client.signAndBroadcastSync('nobody', []),
  'SandboxClient.simulate': () => client.simulate('nobody', []),
  'SandboxClient.sign': () => client.sign('nobody', []),
  // Inherited as it is.
  'SandboxClient.queryContractSmart': () => client.queryContractSmart(lab.address, { nothing: {} }),
  toJsonBinary: () => sandboxModule.toJsonBinary(5n),
  fromJsonBinary: () => sandboxModule.fromJsonBinary('*'),
  createSandbox: () => createSandbox(any({ chain: {} })),
  createEvmNode: () => evmModule.createEvmNode(any({ chainId: 'x' })),
  readFixture: () => replayModule.readFixture(nowhere),
  replay: () => replayModule.replay(any({ title: '', steps: [] }), nowhere, { until: 9 }),
  reproduce: () => replayModule.reproduce(any({}), { vm: any('9.9.9') }),
  writeReproduction: () => replayModule.writeReproduction(any({ evidence: {} }), nowhere),
  readCampaign: () => fuzz.readCampaign(nowhere),
  campaign: () => fuzz.campaign(nowhere),
  judgeFinding: () => fuzz.judgeFinding(any({ steps: [] }), nowhere),
  expectFinding: () => fuzz.expectFinding(any({ steps: [] }), nowhere),
  shrink: () => fuzz.shrink(nowhere),
  runPool: () => fuzz.runPool(any({ file: nowhere })),
  serveChain: () => server.serveChain(neutron.served, { host: '256.256.256.256' }),
  serveJsonRpc: () => server.serveJsonRpc(sandbox.evm, { host: '256.256.256.256' }),
}

async function errorOf(call: () => unknown): Promise<Error> {
  try {
    await call()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('it did not fail')
}

const firstFrame = ({ stack = '', message }: Error): string | undefined =>
  stack
    .slice(stack.indexOf(message) + message.length)
    .split('\n')
    .find((line) => line.startsWith('    at '))

const failing = Object.entries(ROWS).flatMap(([name, call]) => (call === NEVER ? [] : [{ name, call }]))

test.each(failing)('$name', async ({ name, call }) => {
  const error = await errorOf(call)
  expect(firstFrame(error)).toContain('callers-line.test.ts')
  // The function that calls bears the name of its row.
  expect(firstFrame(error)).toContain(name)
  if (error instanceof SudoboxError) expect(error.stack).not.toContain('/src/')
})

/** Methods that give a promise, by what their file says. */
function asyncMethods(file: string, type: string): readonly string[] {
  const text = readFileSync(file, 'utf8')
  const body = text.slice(text.search(new RegExp(`^(?:export )?class ${type}\\b`, 'm')))
  const end = body.search(/^\}/m)
  return [
    ...body
      .slice(0, end)
      .matchAll(/^ {2}(?:(?:async|override) )+(?!get\b)(\w+)|^ {2}(\w+)\([^\n]*\): (?:Promise\b|unknown \{)/gm),
  ].map(([, one, other]) => `${type}.${one ?? other}`)
}

const CLASSES: Readonly<Record<string, string>> = {
  Account: 'src/sandbox/api/account.ts',
  ImpersonatedAccount: 'src/sandbox/api/impersonated-account.ts',
  Contract: 'src/sandbox/api/contract.ts',
  SandboxChain: 'src/sandbox/api/chain.ts',
  Sandbox: 'src/sandbox/api/sandbox.ts',
  Explorer: 'src/explorer/explorer.ts',
  Recording: 'src/sandbox/record/recording.ts',
  Relayer: 'src/sandbox/api/relayer.ts',
  QueryRelayer: 'src/sandbox/api/query-relayer.ts',
  ChainState: 'src/sandbox/api/chain-state.ts',
  Validators: 'src/sandbox/api/validators.ts',
  Node: 'src/evm/node/node.ts',
  SandboxClient: 'src/sandbox/api/client.ts',
}

describe('no row is missing', () => {
  test.each(Object.entries(CLASSES))('of %s', (type, file) => {
    expect(asyncMethods(file, type).filter((name) => !(name in ROWS))).toEqual([])
  })

  test('of the classes', () => {
    const classes = Object.entries({ ...sandboxModule, ...explorer, ...evmModule, ...replayModule })
      .filter(([, value]) => typeof value === 'function' && !(value.prototype instanceof Error))
      .filter(([, value]) => Object.getOwnPropertyNames((value as { prototype?: object }).prototype ?? {}).length > 1)
      .map(([name]) => name)
    // What holds coins of an EVM alone, the response of a double, and what a plug-in makes, act on no sandbox.
    expect(classes.filter((name) => !(name in CLASSES)).toSorted()).toEqual([
      'ContractResponse',
      'MapBalances',
      'Turns',
    ])
  })

  test('of the functions', () => {
    const named = (module: object) =>
      Object.entries(module)
        .filter(([, value]) => typeof value === 'function' && !/^[A-Z]/.test(value.name))
        .map(([name]) => name)
    const functions = [sandboxModule, evmModule, replayModule, fuzz, server].flatMap(named)
    // These compute, at once, from what they are given.
    expect(functions.filter((name) => !(name in ROWS)).toSorted()).toMatchInlineSnapshot(`
      [
        "attributeValues",
        "campaignJsonSchema",
        "checkFixture",
        "contractCalls",
        "countClass",
        "customMessage",
        "customQuery",
        "defineCampaign",
        "definePlugin",
        "errorView",
        "featureOf",
        "firstDifference",
        "fitGrowth",
        "fixtureJsonSchema",
        "grpcQuery",
        "journeyLines",
        "nearlyValid",
        "outcomeView",
        "pluginParams",
        "protoMessage",
        "readContractSchema",
        "readContractSchemaFile",
        "readEvidence",
        "storeItem",
        "storeMap",
        "traceLines",
        "variantNames",
        "variantsOf",
      ]
    `)
  })
})

describe("errors from users' functions keep their own line", () => {
  test('an error of a function that is called back', async () => {
    const fail = (): never => {
      throw new RangeError('of the user')
    }
    const error = await errorOf(() => atCallersLine(async () => fail())())
    expect(firstFrame(error)).toContain('at fail')
  })
})

test('lines of the message that look like frames are no frames', () => {
  const fails = atCallersLine(() => {
    throw new sandboxModule.UsageError('trapped', { details: ['  at contract::function'] })
  })
  const error = (() => {
    try {
      fails()
    } catch (thrown) {
      return thrown as Error
    }
    return undefined
  })()
  expect(error!.stack!.split('\n').slice(0, 3)).toEqual([
    'UsageError: trapped',
    '    at contract::function',
    expect.stringContaining('callers-line.test.ts'),
  ])
})

test('a fault of Sudobox itself keeps its frames, behind the line', async () => {
  const error = await errorOf(() => neutron.client(undefined as never))
  expect(firstFrame(error)).toContain('callers-line.test.ts')
  expect(error.stack).toContain('src/sandbox/api/chain.')
})
