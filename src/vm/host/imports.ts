import type { Instance } from '../instance.js'
import type { Module } from '../wasm/module.js'
import { addresses } from './addresses.js'
import { cryptography } from './cryptography.js'
import { reporting } from './host-calls.js'
import { messages } from './messages.js'
import { storage } from './storage.js'

/** An import: pointers and numbers come as unsigned 32-bit numbers. Whatever it throws ends the contract's call. */
export type HostFunction = (instance: Instance, a: number, b: number, c: number, d: number) => number | bigint | void

const HOST_FUNCTIONS: Readonly<Record<string, HostFunction>> = Object.fromEntries(
  Object.entries({ ...storage, ...addresses, ...cryptography, ...messages }).map(([name, run]) => [
    name,
    reporting(name, run),
  ]),
)

/** The imports of one instance. */
export function importsOf(module: Module, instance: Instance): WebAssembly.Imports {
  const env: Record<string, (a: number, b: number, c: number, d: number) => number | bigint | void> = {}
  for (const { name } of module.imports) {
    const run = HOST_FUNCTIONS[name]!
    env[name] = (a, b, c, d) => run(instance, a >>> 0, b >>> 0, c >>> 0, d >>> 0)
  }
  return { env }
}
