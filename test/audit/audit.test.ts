import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allSurfaces } from '../../src/app/index.js'
import { ADVISORIES, audit, isAffected, kindVerdicts, releasesOfKind, safeReleases } from '../../src/audit/index.js'
import { knownNames } from '../../src/rehearse/index.js'
import { scheduleOf, VM_OF_WASMVM } from '../../src/vm/internal.js'
import { holding } from '../rehearse/contract.js'

const open = (...args: Parameters<typeof audit>) => audit(...args).filter(({ state }) => state === 'open')
const ids = (...args: Parameters<typeof audit>) => open(...args).map(({ advisory }) => advisory.id)
const artifact = (name: string) => readFileSync(`contracts/artifacts/${name}.wasm`)
const advisory = (id: string) => ADVISORIES.find((one) => one.id === id)!
const row = (id: string, ...args: Parameters<typeof audit>) => audit(...args).find((one) => one.advisory.id === id)
const NEWEST = { wasmvm: '3.0.7', 'cosmwasm-vm': '3.0.9', wasmd: '0.61.14', 'ibc-go': '10.5.0' }

test('says nothing of our contracts on patched releases', () => {
  const names = readdirSync('contracts/artifacts').filter((name) => name.endsWith('.wasm'))
  expect(names.length).toBeGreaterThan(30)
  const known = knownNames()
  for (const name of names)
    expect([name, ids(readFileSync(`contracts/artifacts/${name}`), NEWEST, known)]).toEqual([name, []])
})

test('names an advisory for what a contract exports, and only then', () => {
  const old = { wasmd: '0.60.0' }
  expect(ids(artifact('ping_pong'), old)).toEqual(expect.arrayContaining(['CWA-2025-005', 'CWA-2025-006']))
  expect(ids(artifact('cw20_base'), old)).toEqual([])
  expect(row('CWA-2025-006', artifact('ping_pong'), old)).toMatchObject({
    uses: ['ibc_channel_open'],
    release: '0.60.0',
    fix: '0.60.1',
  })
  expect(row('CWA-2025-007', artifact('savings_club'), old)).toMatchObject({ by: 'exports', uses: ['reply'] })
  expect(row('CWA-2025-007', artifact('cw20_base'), old)).toBeUndefined()
})

test('names an advisory for the messages and queries that a contract names, and for what it imports', () => {
  const old = { wasmd: '0.23.0' }
  const access = holding(['/cosmwasm.wasm.v1.MsgStoreCode', '/cosmos.bank.v1beta1.MsgSend'])
  expect(row('CWA-2024-003', access, old)).toMatchObject({ by: 'messages', uses: ['/cosmwasm.wasm.v1.MsgStoreCode'] })
  expect(row('CWA-2024-003', holding(['/cosmos.bank.v1beta1.MsgSend']), old)).toBeUndefined()
  const asking = holding(['/cosmos.tx.v1beta1.Service/GetTx', '/cosmos.bank.v1beta1.Query/Balance'])
  expect(row('CWA-2022-001', asking, old)?.uses).toEqual(['/cosmos.tx.v1beta1.Service/GetTx'])
  expect(row('CWA-2022-003', asking, old)?.uses).toHaveLength(2)
  expect(row('CWA-2022-003', access, old)).toBeUndefined()
  expect(row('CWA-2022-004', artifact('cw20_base'), old)?.uses).toEqual(['env.query_chain'])
  expect(row('CWA-2022-004', access, old)).toBeUndefined()
  expect(row('CWA-2023-003', artifact('savings_club'), old)?.uses).toEqual(['list_channels'])
  expect(row('CWA-2023-003', artifact('cw20_base'), old)).toBeUndefined()
})

test('reads the releases of crates from the paths in the file', () => {
  const path = (crate: string) => holding([`/registry/src/index/${crate}/src/de/mod.rs`])
  expect(ids(path('serde-json-wasm-0.5.1'), {})).toEqual(['CWA-2024-001'])
  expect(ids(path('serde-json-wasm-0.5.2'), {})).toEqual([])
  expect(ids(path('cosmwasm-std-1.5.3'), {})).toEqual(['CWA-2024-002'])
  expect(ids(path('cosmwasm-std-1.2.7'), {})).toEqual([])
})

test('what is patched, and what is not judged, is listed apart', () => {
  const states = (releases: Parameters<typeof audit>[1]) =>
    row('CWA-2025-007', artifact('savings_club'), releases)?.state
  expect([{ wasmd: '0.61.5' }, { wasmd: '0.61.6' }, {}].map(states)).toEqual(['open', 'patched', 'not judged'])
})

test('a line that got no patch is affected if a later one did', () => {
  const affected = { patched: ['0.54.3', '0.60.2', '0.61.6'] }
  const judged = ['0.53.3', '0.54.3', '0.55.1', '0.60.1', '0.61.5', '0.61.6', '0.70.0']
  expect(judged.filter((version) => isAffected(version, affected))).toEqual(['0.53.3', '0.55.1', '0.60.1', '0.61.5'])
})

test('the first safe releases have the patches of all advisories', () => {
  const reply = advisory('CWA-2025-007')
  const opening = advisory('CWA-2025-006')
  expect(safeReleases([opening])).toEqual([{ program: 'wasmd', releases: ['0.53.3', '0.54.1', '0.55.1', '0.60.1'] }])
  expect(safeReleases([opening, reply])).toEqual([{ program: 'wasmd', releases: ['0.54.3', '0.60.2', '0.61.6'] }])
  // cosmwasm-vm 1.5.10, 2.0.9, 2.1.6 and 2.2.1, in the releases of wasmvm that have them.
  const calls = safeReleases([advisory('CWA-2025-002')])
  expect(calls).toEqual([{ program: 'wasmvm', releases: ['1.5.8', '2.0.6', '2.1.5', '2.2.2'] }])
  const vms = calls[0]!.releases.map((wasmvm) => VM_OF_WASMVM[wasmvm as keyof typeof VM_OF_WASMVM])
  expect(vms).toEqual(['1.5.10', '2.0.9', '2.1.6', '2.2.1'])
})

test('the kinds of chains have the programs that run them, and say what they have not patched', () => {
  for (const surface of allSurfaces()) {
    const releases = releasesOfKind(surface)
    expect([surface.kind, releases['cosmwasm-vm']]).toEqual([surface.kind, surface.vm])
    expect(scheduleOf(VM_OF_WASMVM[releases.wasmvm as keyof typeof VM_OF_WASMVM]).version).toBe(surface.vm)
  }
  const later = { ...advisory('CWA-2025-007'), affected: { patched: ['0.60.9', '0.61.13'] } }
  expect(kindVerdicts([later]).filter(({ open: faults }) => faults.length > 0)).toEqual([
    { kind: 'neutron', open: ['CWA-2025-007'] },
    { kind: 'hub', open: ['CWA-2025-007'] },
    { kind: 'nolus', open: ['CWA-2025-007'] },
    { kind: 'cosmoshub', open: ['CWA-2025-007'] },
  ])
})
