import {
  createVm,
  MOCK_ENV,
  MOCK_INFO,
  mockBackend,
  MockStorage,
  type Checksum,
  type EntryPoint,
  type Vm,
} from 'sudobox/vm'
import { serve, type Figures } from '../harness/contender.js'
import { cpuTime, perRun } from '../harness/cpu.js'
import { readModule, readScript } from './cases.js'
import { Copies } from './copies.js'

/**
 * Our VM: `<script>/<step>`, each call on clean memory over a copy of the store; `<script>/<step>/touched` with only that memory cleaned
 * that was touched; `<script>/compile` from bytes to a module that can be called.
 */

const ARGUMENTS: Readonly<Record<string, readonly ('env' | 'info')[]>> = {
  instantiate: ['env', 'info'],
  execute: ['env', 'info'],
}
const CONTEXT = { env: MOCK_ENV, info: MOCK_INFO }

function* casesOf(name: string, path: string): Generator<readonly [string, () => number]> {
  const script = readScript(path)
  const wasm = readModule(path)
  const vm = createVm()
  const touched = createVm({ cleaning: 'touched' })
  const { checksum }: { checksum: Checksum } = vm.store(wasm)
  touched.store(wasm)
  let rows: ReturnType<MockStorage['entries']> = []
  for (const { name: step, entry, msg_text: message = '{}' } of script.steps) {
    const before = rows
    const args = [...(ARGUMENTS[entry] ?? ['env' as const]).map((part) => CONTEXT[part]), message].map((text) =>
      new TextEncoder().encode(text),
    )
    const call = (on: Vm): MockStorage => {
      const storage = new MockStorage(before)
      on.call(checksum, entry as EntryPoint, args, {
        backend: { ...mockBackend(), storage },
        gasLimit: BigInt(script.gas_limit ?? 500_000_000_000),
      })
      return storage
    }
    rows = call(vm).entries()
    yield [`${name}/${step}`, () => perRun(() => void call(vm))]
    if (step.startsWith('small')) yield [`${name}/${step}/touched`, () => perRun(() => void call(touched))]
  }
  const copies = new Copies(wasm)
  yield [`${name}/compile`, () => perCompile(copies)]
}

function perCompile(copies: Copies): number {
  const wasm = Array.from({ length: 8 }, () => copies.next())
  return cpuTime(() => wasm.forEach((bytes) => createVm().store(bytes))) / wasm.length
}

const cases = process.argv.slice(2).flatMap((pair) => {
  const [name, path] = pair.split('=') as [string, string]
  return [...casesOf(name, path)]
})
serve((): Figures => Object.fromEntries(cases.map(([name, measure]) => [name, measure()])))
