import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HOST_METHODS, touchesHost } from '../../src/evm/rpc/host-methods.js'
import { METHODS } from '../../src/evm/rpc/methods/all.js'

/**
 * Methods of the namespaces of nodes that stay within the chain. A new method of them stands here or in `HOST_METHODS`: whoever adds one decides
 * whether a file may call it.
 */
const HARMLESS = [
  'debug_accountRange',
  'debug_codeByHash',
  'debug_dbGet',
  'debug_dumpBlock',
  'debug_getBadBlocks',
  'debug_getBlockRlp',
  'debug_getHeaderRlp',
  'debug_getModifiedAccountsByHash',
  'debug_getModifiedAccountsByNumber',
  'debug_getRawBlock',
  'debug_getRawHeader',
  'debug_getRawReceipts',
  'debug_getRawTransaction',
  'debug_intermediateRoots',
  'debug_printBlock',
  'debug_seedHash',
  'debug_setHead',
  'debug_storageRangeAt',
  'debug_traceBadBlock',
  'debug_traceBlock',
  'debug_traceBlockByHash',
  'debug_traceBlockByNumber',
  'debug_traceCall',
  'debug_traceChain',
  'debug_traceTransaction',
  'miner_getHashrate',
  'miner_setEtherbase',
  'miner_setExtra',
  'miner_setGasLimit',
  'miner_setGasPrice',
  'miner_setRecommitInterval',
  'miner_start',
  'miner_stop',
  'personal_deriveAccount',
  'personal_ecRecover',
  'personal_importRawKey',
  'personal_initializeWallet',
  'personal_listAccounts',
  'personal_listWallets',
  'personal_lockAccount',
  'personal_newAccount',
  'personal_openWallet',
  'personal_sendTransaction',
  'personal_sign',
  'personal_signAndSendTransaction',
  'personal_signTransaction',
  'personal_unlockAccount',
  'personal_unpair',
]

test('each method of a node either touches the host or is known not to', () => {
  const names = METHODS.filter(({ namespace }) => ['admin', 'debug', 'miner', 'personal'].includes(namespace)).map(
    ({ name }) => name,
  )
  expect(names.filter((name) => !touchesHost(name)).toSorted()).toEqual(HARMLESS)
})

test('rows are marked as in the list, and each name of the list has a row', () => {
  const marked = METHODS.filter((method) => method.touchesHost).map(({ name }) => name)
  expect(marked.toSorted()).toEqual([...HOST_METHODS].toSorted())
})

test('only methods that touch the host are given access to it', async () => {
  const folder = join(import.meta.dirname, '../../src/evm/rpc/methods')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const reaching = files.filter((name) => /from 'node:(?!timers|zlib)/.test(readFileSync(join(folder, name), 'utf8')))
  // The version of the package, in the name of the node.
  const sources = reaching.filter((name) => name !== 'node.ts')
  expect(sources).not.toEqual([])
  for (const source of sources) {
    const rows: unknown[] = Object.values((await import(join(folder, source))) as object).flat()
    const names = rows.flatMap((row) => (METHODS.includes(row as never) ? [(row as { name: string }).name] : []))
    expect(names, source).not.toEqual([])
    expect(
      names.filter((name) => !touchesHost(name)),
      source,
    ).toEqual([])
  }
})
