import { createVm } from 'sudobox/vm'
import { serve } from '../harness/contender.js'
import { costOf, costs } from '../harness/cpu.js'
import { readModule } from './cases.js'
import { Copies } from './copies.js'

/** `compile.js <way> <script> [folder]`: what a megabyte of a contract costs until it can be called, in this process that does nothing else. */

const [way, path, folder] = process.argv.slice(2) as ['warm' | 'first' | 'kept' | 'engine', string, string | undefined]
// Only one of the ways reads and writes what processes keep of contracts.
if (folder === undefined) process.env['SUDOBOX_CODE_CACHE'] = 'off'
else process.env['XDG_CACHE_HOME'] = folder

const wasm = readModule(path)
const copies = new Copies(wasm)
const store = (bytes: Uint8Array): unknown => createVm().store(bytes)
/** What no rewriter can be without: the module is validated, and compiled. */
const engine = (bytes: Uint8Array<ArrayBuffer>): unknown => WebAssembly.validate(bytes) && new WebAssembly.Module(bytes)

const WAYS = { warm: [store, 8], first: [store, 1], kept: [store, 1], engine: [engine, 8] } as const

serve(async () => {
  const [work, count] = WAYS[way]
  const modules = Array.from({ length: count }, () => (way === 'kept' ? wasm : copies.next()))
  const { cpu, wall } = await costOf(count, (index) => work(modules[index]!))
  const megabytes = wasm.length / 1_000_000
  return costs('compile', { cpu: cpu / megabytes, wall: wall / megabytes })
})
