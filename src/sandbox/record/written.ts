import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { z } from 'zod'
import { action as actionSchema, type Action, type ActionOf } from '../actions/schema.js'
import type { TxMessage } from '../tx/actions.js'
import type { Json } from '../values/values.js'
import type { WasmFile, WasmFiles } from '../host/wasm-files.js'

/** A text as a fixture writes it, escaped because `${name}` has a meaning there. */
const quoted = (text: string): string => text.split('${').join('$${')

/** A value with all texts {@link quoted}. */
export function quotedJson(value: Json): Json {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return (value as readonly Json[]).map(quotedJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]: [string, Json]) => [name, quotedJson(member)]))
}

/** A path as a file in a folder names it: relative, with slashes. */
export function pathFrom(file: string, path: string): string {
  const from = relative(dirname(resolve(file)), path) || '.'
  return isAbsolute(from) ? from : from.split(sep).join('/')
}

type WrittenChain = {
  readonly codes?: Readonly<Record<string, WasmFile>>
  readonly fork?: Readonly<Record<string, Json>>
}

/** Options as a fixture writes them, in JSON. @param forks the folder of what forked chains have read */
export function writtenFiles(options: Json, files: WasmFiles, file: string, forks: string): Json {
  const { chains, ...rest } = options as { readonly [member: string]: Json }
  if (chains === undefined) return options
  const rewritten = Object.entries(chains as Record<string, WrittenChain>).map(([name, { codes, fork, ...chain }]) => [
    name,
    {
      ...chain,
      ...(codes !== undefined && {
        codes: Object.fromEntries(Object.entries(codes).map(([id, code]) => [id, fileFrom(code, files, file)])),
      }),
      ...(fork !== undefined && { fork: { ...fork, cache: pathFrom(file, forks) } }),
    },
  ])
  return { ...rest, chains: Object.fromEntries(rewritten) as Json }
}

function fileFrom(code: WasmFile, files: WasmFiles, file: string): WasmFile {
  return 'path' in code ? { ...code, path: pathFrom(file, files.pathOf(code.path)) } : code
}

/** An action as a fixture writes it. @param file the fixture, next to which the paths of contracts are looked up */
export function writtenAction(action: Action, files: WasmFiles, file: string): Json {
  return quotedJson(z.encode(actionSchema, withFiles(action, files, file)) as Json)
}

/** Contracts given by path get the path relative to the fixture, and the hash of the file. */
export const withFiles = (action: Action, files: WasmFiles, file: string): Action =>
  mapFiles(action, (wasm) => ({ ...hashed(wasm, files), path: pathFrom(file, files.pathOf(wasm.path)) }))

type NamedFile = Extract<WasmFile, { readonly path: string }>

/** The contracts that an action names by path. */
export function filesOf(action: Action): readonly NamedFile[] {
  const found: NamedFile[] = []
  mapFiles(action, (wasm) => {
    found.push(wasm)
    return wasm
  })
  return found
}

function hashed(wasm: NamedFile, files: WasmFiles): NamedFile {
  const sha256 = wasm.sha256 ?? files.hashOf(wasm)
  return { ...wasm, ...(sha256 !== undefined && { sha256 }) }
}

function mapFiles(action: Action, map: (wasm: NamedFile) => NamedFile): Action {
  if (action.action === 'repeat') return { ...action, do: mapFiles(action.do, map) as never }
  if (action.action === 'ethereumTx') return withArtifact(action, map)
  if (action.action !== 'tx') return action
  return { ...action, messages: action.messages.map((message) => mapFile(message, map)) }
}

function withArtifact(action: ActionOf<'ethereumTx'>, map: (file: NamedFile) => NamedFile): Action {
  const { deploy } = action
  if (deploy === undefined || !('path' in deploy.artifact)) return action
  return { ...action, deploy: { ...deploy, artifact: { ...deploy.artifact, ...map(deploy.artifact) } } }
}

const mapFile = (message: TxMessage, map: (wasm: NamedFile) => NamedFile): TxMessage =>
  'store' in message && 'path' in message.store.wasm ? { store: { wasm: map(message.store.wasm) } } : message
