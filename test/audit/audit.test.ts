import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { audit, isAffected } from '../../src/audit/index.js'
import { holding } from '../rehearse/contract.js'

const ids = (...args: Parameters<typeof audit>) => audit(...args).map(({ advisory }) => advisory.id)
const artifact = (name: string) => readFileSync(`contracts/artifacts/${name}.wasm`)
const NEWEST = { wasmvm: '3.0.7', 'cosmwasm-vm': '3.0.9', wasmd: '0.61.14', 'ibc-go': '10.5.0' }

test('says nothing of our contracts on patched releases', () => {
  const names = readdirSync('contracts/artifacts').filter((name) => name.endsWith('.wasm'))
  expect(names.length).toBeGreaterThan(30)
  for (const name of names) expect([name, ids(readFileSync(`contracts/artifacts/${name}`), NEWEST)]).toEqual([name, []])
})

test('names an advisory for what a contract exports, and only then', () => {
  const old = { wasmd: '0.60.0' }
  expect(ids(artifact('ping_pong'), old)).toEqual(expect.arrayContaining(['CWA-2025-005', 'CWA-2025-006']))
  expect(ids(artifact('cw20_base'), old)).toEqual([])
  const [opening] = audit(artifact('ping_pong'), old).filter(({ advisory }) => advisory.id === 'CWA-2025-006')
  expect(opening).toMatchObject({ uses: ['ibc_channel_open'], release: '0.60.0', fix: '0.60.1' })
})

test('reads the releases of crates from the paths in the file', () => {
  const path = (crate: string) => holding([`/registry/src/index/${crate}/src/de/mod.rs`])
  expect(ids(path('serde-json-wasm-0.5.1'), {})).toEqual(['CWA-2024-001'])
  expect(ids(path('serde-json-wasm-0.5.2'), {})).toEqual([])
  expect(ids(path('cosmwasm-std-1.5.3'), {})).toEqual(['CWA-2024-002'])
  expect(ids(path('cosmwasm-std-1.2.7'), {})).toEqual([])
})

test('a line that got no patch is affected if a later one did', () => {
  const affected = { patched: ['0.54.3', '0.60.2', '0.61.6'] }
  const judged = ['0.53.3', '0.54.3', '0.55.1', '0.60.1', '0.61.5', '0.61.6', '0.70.0']
  expect(judged.filter((version) => isAffected(version, affected))).toEqual(['0.53.3', '0.55.1', '0.60.1', '0.61.5'])
})
