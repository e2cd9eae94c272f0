import { setImmediate } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { concatBytes, definedMembers } from '../../../base/index.js'
import { refuse } from '../../errors.js'
import { importChain } from '../../chain/import/import.js'
import type { ServerKind } from '../../machine/servers.js'
import type { HostMethod } from '../host-methods.js'
import { hostMethod, optional, required, type Method } from '../table.js'
import { Mismatch, number, string, uint64, type Validator } from '../../validate.js'

const port: Validator<number> = (value, path) => {
  const read = number(value, path)
  if (!Number.isInteger(read) || read < 0 || read > 65_535) throw new Mismatch(path, 'want a port from 0 to 65535')
  return read
}

/** A comma-separated list. */
const list: Validator<readonly string[]> = (value, path) =>
  string(value, path)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const DEFAULT_PORTS: Readonly<Record<ServerKind, number>> = { HTTP: 8545, WebSocket: 8546 }

const start = (name: HostMethod, kind: ServerKind): Method =>
  hostMethod(name, {
    status: 'N',
    access: 'private',
    params: [
      optional('host', string, '127.0.0.1'),
      optional('port', port, DEFAULT_PORTS[kind]),
      optional('origins', list),
      optional('namespaces', list),
      optional('vhosts', list),
    ],
    doc: `Opens another port for ${kind}; 0 picks a free one, which admin_nodeInfo shows.`,
    handle: async ({ servers }, host, port, origins, namespaces, allowedHosts) => {
      await servers.start(kind, { host, port, ...definedMembers({ origins, allowedHosts }) }, namespaces)
      return true
    },
  })

const stop = (name: HostMethod, kind: ServerKind): Method =>
  hostMethod(name, {
    status: 'N',
    access: 'private',
    doc: `Closes the port for ${kind} that was opened by admin_start${kind === 'HTTP' ? 'HTTP' : 'WS'}.`,
    handle: ({ servers }) => {
      // The answer to this request may have to go out through it.
      void servers.stop(kind, setImmediate())
      return true
    },
  })

/** Opening ports while the node runs, and exporting and importing chains. */
export const serverMethods: readonly Method[] = [
  start('admin_startHTTP', 'HTTP'),
  stop('admin_stopHTTP', 'HTTP'),
  start('admin_startRPC', 'HTTP'),
  stop('admin_stopRPC', 'HTTP'),
  start('admin_startWS', 'WebSocket'),
  stop('admin_stopWS', 'WebSocket'),
  hostMethod('admin_datadir', {
    status: 'N',
    access: 'private',
    doc: 'The directory in which methods write and read files; empty when the node has no such directory.',
    handle: ({ files }) => files.directory ?? '',
  }),
  hostMethod('admin_exportChain', {
    status: 'N',
    access: 'private',
    params: [required('file', string), optional('first', uint64), optional('last', uint64)],
    doc: 'Writes blocks as RLP to a new file, gzipped if its name ends in .gz.',
    handle: async ({ chain, files }, file, first = 0n, last = chain.blocks.head.number) => {
      if (first > last) throw refuse(`export failed: first (${first}) is greater than last (${last})`)
      if (last > chain.blocks.head.number) throw refuse(`export failed on #${chain.blocks.head.number + 1n}: not found`)
      const blocks: Uint8Array[] = []
      for (let number = first; number <= last; number += 1n) blocks.push(chain.blocks.at(number)!.block.serialize())
      const bytes = concatBytes(...blocks)
      await files.write(file, file.endsWith('.gz') ? gzipSync(bytes) : bytes, true)
      return true
    },
  }),
  hostMethod('admin_importChain', {
    status: 'N',
    changes: true,
    access: 'private',
    params: [required('file', string)],
    doc: 'Executes and appends the blocks of a file that admin_exportChain wrote; blocks that the chain already has are skipped.',
    handle: async ({ chain, files }, file) => {
      const bytes = await files.read(file)
      await importChain(chain, file.endsWith('.gz') ? unpacked(bytes) : bytes)
      return true
    },
  }),
]

/** The largest size of an unpacked file. */
const MAX_UNPACKED = 256 * 1024 * 1024

function unpacked(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED })
  } catch {
    throw refuse('not a gzip file, or too large')
  }
}
