import { createRequire } from 'node:module'
import { MOCK_ENV, MOCK_INFO } from 'sudobox/vm'
import { serve, type Figures } from '../harness/contender.js'
import { perRun } from '../harness/cpu.js'
import { repositoryPath } from '../harness/paths.js'
import { readModule, readScript } from './cases.js'

/**
 * `@oraichain/cosmwasm-vm-js` without metering: `<script>/<step>` on the one instance that it keeps, whose memory is never cleaned, and
 * `<script>/<step>/clean` on a new instance each time, made as its `build` makes them. Contracts that it cannot load have no figures.
 */

/** The part of the package that is used. */
interface Package {
  readonly VMInstance: new (backend: object) => VmInstance
  readonly BasicBackendApi: new (prefix: string) => object
  readonly BinaryKVIterStorage: new () => object
  readonly BasicQuerier: new () => object
}
interface VmInstance {
  instance: WebAssembly.Instance
  build(wasm: Uint8Array): Promise<void>
  instantiate(env: unknown, info: unknown, msg: unknown): unknown
  execute(env: unknown, info: unknown, msg: unknown): unknown
  query(env: unknown, msg: unknown): unknown
}

const peer = createRequire(repositoryPath('bench/peers/package.json'))('@oraichain/cosmwasm-vm-js') as Package
const env: unknown = JSON.parse(MOCK_ENV)
const info: unknown = JSON.parse(MOCK_INFO)

async function casesOf(name: string, path: string): Promise<(readonly [string, () => number])[]> {
  const vm = new peer.VMInstance({
    backend_api: new peer.BasicBackendApi('cosmwasm'),
    storage: new peer.BinaryKVIterStorage(),
    querier: new peer.BasicQuerier(),
  })
  const wasm = readModule(path)
  const imports = importsOf(vm, wasm)
  try {
    await vm.build(wasm)
  } catch {
    return []
  }
  const module = new WebAssembly.Module(wasm)
  return readScript(path).steps.flatMap(({ name: step, entry, msg_text: text = '{}' }) => {
    const message: unknown = JSON.parse(text)
    const call = (): unknown => {
      if (entry === 'query') return vm.query(env, message)
      return entry === 'execute' ? vm.execute(env, info, message) : vm.instantiate(env, info, message)
    }
    call()
    const anew = (): void => {
      vm.instance = new WebAssembly.Instance(module, imports)
      call()
    }
    return [
      [`${name}/${step}`, () => perRun(() => void call())],
      [`${name}/${step}/clean`, () => perRun(anew)],
    ] as const
  })
}

/** What `build` hands over: the instance's methods by the names of the imports. */
function importsOf(vm: VmInstance, wasm: Uint8Array): WebAssembly.Imports {
  const methods = vm as unknown as Record<string, ((...args: unknown[]) => unknown) | undefined>
  const names = WebAssembly.Module.imports(new WebAssembly.Module(wasm)).map(({ name }) => name)
  return { env: Object.fromEntries(names.map((name) => [name, methods[name]?.bind(vm)])) }
}

const cases = (
  await Promise.all(process.argv.slice(2).map((pair) => casesOf(...(pair.split('=') as [string, string]))))
).flat()
serve((): Figures => Object.fromEntries(cases.map(([name, measure]) => [name, measure()])))
