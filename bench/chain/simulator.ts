import { createRequire } from 'node:module'
import { serve, type Figures } from '../harness/contender.js'
import { costPerRun, costs, cpuTime } from '../harness/cpu.js'
import { repositoryPath } from '../harness/paths.js'
import {
  ALICE,
  assertPage,
  balance,
  BOB,
  MIN_EXECUTES,
  holders,
  page,
  token,
  transfer,
  WARM_STARTS,
  WARM_UP,
  wasm,
} from './token.js'

/** `simulator.js <package> [metering]`: a simulator of the npm registry, through the quickest of its interfaces. */

/** The part of the packages that is used; both have it. */
interface Package {
  readonly CWSimulateApp: new (options: object) => App
  /** The whole state as bytes, and back: the replacement for snapshots. */
  readonly save?: (app: App) => Uint8Array
  readonly load?: (bytes: Uint8Array) => Promise<App>
}
interface App {
  readonly wasm: {
    create(creator: string, code: Uint8Array): number
    instantiateContract(sender: string, funds: [], codeId: number, msg: object, label: string): Promise<Result>
    executeContract(sender: string, funds: [], contract: string, msg: object): Promise<Result>
    query(contract: string, msg: object): Result
    getContract(address: string): Contract
  }
}
interface Contract {
  readonly _vm: { readonly backend: { readonly storage: Storage } }
  setStorage(rows: unknown): void
}
interface Storage {
  dict: unknown
  set(key: Uint8Array, value: Uint8Array): void
}
interface Result {
  readonly ok: boolean
  readonly val: unknown
}
interface Response {
  readonly events: readonly {
    readonly type: string
    readonly attributes: readonly { readonly key: string; readonly value: string }[]
  }[]
}

const [name, metering] = process.argv.slice(2) as [string, string | undefined]
const peer = createRequire(repositoryPath('bench/peers/package.json'))(name) as Package

/** Its limit is one for the whole life of an app. */
const METERED = { metering: true, gasLimit: 1e15 }

const code = wasm()

/** @throws Error for what failed */
function value(result: Result): unknown {
  if (!result.ok) throw new Error(String(result.val))
  return result.val
}

async function deploy(): Promise<{ readonly app: App; readonly contract: string }> {
  const app = new peer.CWSimulateApp({ chainId: 'bench-1', bech32Prefix: 'neutron', ...(metering && METERED) })
  const codeId = app.wasm.create(ALICE, code)
  const { events } = value(await app.wasm.instantiateContract(ALICE, [], codeId, token(ALICE), 'token')) as Response
  const { attributes } = events.find(({ type }) => type === 'instantiate')!
  return {
    app,
    contract: attributes.find(({ key }) => key.endsWith('contract_address') || key.endsWith('contract_addr'))!.value,
  }
}

type Deployed = Awaited<ReturnType<typeof deploy>>

const execute = async ({ app, contract }: Deployed) =>
  value(await app.wasm.executeContract(ALICE, [], contract, transfer(BOB)))
const query = ({ app, contract }: Deployed) => value(app.wasm.query(contract, balance(ALICE)))
const executes = (deployed: Deployed) => costPerRun(() => execute(deployed), MIN_EXECUTES)

const small = await deploy()
const large = await deploy()
const token100k = large.app.wasm.getContract(large.contract)
const { storage } = token100k._vm.backend
for (const row of holders()) storage.set(...row)
token100k.setStorage(storage.dict)
const read = (): unknown => value(large.app.wasm.query(large.contract, page))
const answer = read()
assertPage(typeof answer === 'string' ? JSON.parse(Buffer.from(answer, 'base64').toString()) : answer)

for (let call = 0; call < WARM_UP; call++) {
  await execute(small)
  query(small)
}
for (let start = 0; start < WARM_STARTS; start++) await deploy()

serve(async (): Promise<Figures> => ({
  ...costs('execute', await executes(small)),
  ...costs('query', await costPerRun(() => query(small))),
  ...costs('page', await costPerRun(read, 1)),
  ...costs('large/execute', await executes(large)),
  ...(peer.save && { 'large/snapshot': cpuTime(() => peer.save!(large.app)) }),
  ...costs('start', await costPerRun(deploy)),
}))
