import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { UsageError } from '../../src/base/index.js'
import { allSurfaces, surfaceOf } from '../../src/app/index.js'
import { knownNames, releaseBefore, REMOVED, staticLook, targetOf } from '../../src/rehearse/index.js'
import { holding } from './contract.js'

const refusedOn = (target: string, bytes: Uint8Array) => staticLook(bytes, targetOf(target)).refused

const TRACE = '/ibc.applications.transfer.v1.Query/DenomTrace'
const TRIP = '/cosmos.circuit.v1.MsgTripCircuitBreaker'

describe('published breakages have their cause', () => {
  test('the trace of a denomination, after ibc-go v10', () => {
    expect(refusedOn('neutron', holding([TRACE]))).toEqual([
      { what: 'query', why: 'removed in ibc-go v10; use /ibc.applications.transfer.v1.Query/Denom', names: [TRACE] },
    ])
  })

  test('all balances, which the chain answers to clients alone', () => {
    const path = '/cosmos.bank.v1beta1.Query/AllBalances'
    expect(refusedOn('neutron', holding([path]))).toEqual([
      { what: 'query', why: 'the chain has this query, and does not allow it to contracts', names: [path] },
    ])
    expect(refusedOn('wasmd', holding([path]))).toEqual([
      { what: 'query', why: 'contracts on this chain can make no gRPC or Stargate queries at all', names: [path] },
    ])
  })

  test('fees of packets, after ibc-go v10', () => {
    const pay = '/ibc.applications.fee.v1.MsgPayPacketFee'
    expect(refusedOn('neutron', holding([pay]))).toEqual([
      { what: 'message', why: 'removed in ibc-go v10', names: [pay] },
    ])
  })

  test('a message of a module that the next release lacks', () => {
    expect(refusedOn('0.61', holding([TRIP]))).toEqual([])
    expect(refusedOn('0.70', holding([TRIP]))).toMatchObject([{ what: 'message', names: [TRIP] }])
    const misbehaviour = '/ibc.core.client.v1.MsgSubmitMisbehaviour'
    expect(refusedOn('0.61', holding([misbehaviour]))).toEqual([])
    expect(refusedOn('0.70', holding([misbehaviour]))).toMatchObject([
      { why: 'removed in ibc-go v11; use /ibc.core.client.v1.MsgUpdateClient', names: [misbehaviour] },
    ])
  })
})

describe('names in the data', () => {
  const usesOf = (...texts: readonly string[]) => staticLook(holding(texts), targetOf('neutron')).uses

  test('end where the code says so, whatever follows', () => {
    expect(usesOf('/ibc.applications.transfer.v1.Query/Denom', 'TraceFailed').queries).toEqual([
      '/ibc.applications.transfer.v1.Query/Denom',
    ])
    expect(usesOf('/own.module.v1.MsgStir', 'Well').messages).toEqual(['/own.module.v1.MsgStir'])
  })

  test('end after the longest known name where the code does not say it', () => {
    expect(usesOf(`${TRACE}Failed to`).queries).toEqual([TRACE])
  })

  test('are found with 74 characters, and leave out responses', () => {
    const long = '/ibc.applications.interchain_accounts.controller.v1.Query/InterchainAccount'
    const response = '/cosmos.bank.v1beta1.MsgSendResponse'
    expect(usesOf(long, response)).toMatchObject({ queries: [long], messages: [] })
  })
})

test('imports and capabilities that the chain lacks are named one by one, without the text of its VM', () => {
  const bytes = holding([], {
    exports: ['requires_neutron', 'requires_teleport', 'requires_staking'],
    imports: '(import "env" "beam" (func (param i32)))',
  })
  expect(refusedOn('hub', bytes)).toEqual([
    { what: 'import', why: 'cosmwasm-vm 2.3.4 has no such import', names: ['env.beam'] },
    {
      what: 'capability',
      why: 'the chain lacks this capability, so it does not store the code',
      names: ['neutron', 'teleport'],
    },
  ])
  expect(refusedOn('neutron', bytes)).toMatchObject([{ names: ['env.beam'] }, { names: ['teleport'] }])
})

test('what else the chain says of the code', () => {
  const locals = holding([]).slice()
  expect(refusedOn('neutron', locals)).toEqual([])
  const lab = readFileSync(new URL('../../contracts/artifacts/callback_lab.wasm', import.meta.url))
  const long = Buffer.concat([lab, custom(900_000)])
  expect(refusedOn('hub', long)).toEqual([
    {
      what: 'code',
      why: 'longer than the 819200 bytes that the chain stores',
      names: [`${long.length} bytes`],
    },
  ])
  expect(refusedOn('neutron', long)).toEqual([])
})

/** A custom section of so many bytes. */
const custom = (bytes: number): Uint8Array => {
  const content = Buffer.concat([Buffer.from([1, 0x78]), Buffer.alloc(bytes)])
  const size = [(content.length & 0x7f) | 0x80, ((content.length >> 7) & 0x7f) | 0x80, content.length >> 14]
  return Buffer.concat([Buffer.from([0, ...size]), content])
}

test('what goes on and shows a difference is listed as changed', () => {
  const to = targetOf('wasmd@0.70')
  const redelegate = '/cosmos.staking.v1beta1.MsgBeginRedelegate'
  const bytes = holding([redelegate, '/cosmos.bank.v1beta1.MsgSend'])
  expect(staticLook(bytes, to, releaseBefore(to))).toMatchObject({
    from: 'wasmd@0.61',
    refused: [],
    changed: [
      {
        what: 'message',
        why: 'whether the event of a redelegation names the delegator: no → yes',
        names: [redelegate],
      },
    ],
  })
  expect(releaseBefore(targetOf('0.61'))).toBeUndefined()
})

test('what the real chain has and chains here lack is not called refused', () => {
  const names = ['/neutron.dex.MsgPlaceLimitOrder', '/neutron.dex.Query/Params']
  const { refused, unknown } = staticLook(holding(names), targetOf('neutron'))
  expect(refused).toEqual([])
  expect(unknown.flatMap((one) => one.names).sort()).toEqual(names.toSorted())
})

test('nothing that was removed is on a chain of a release after that', () => {
  for (const { kind, release, queries, messages, allowedQueries } of allSurfaces()) {
    const has = [...queries, ...messages, ...allowedQueries].filter((name) => REMOVED.has(name))
    const later = release === '0.70'
    expect({ kind, has }).toEqual({ kind, has: later ? [] : ['/ibc.core.client.v1.MsgSubmitMisbehaviour'] })
  }
})

test('a damaged file gives a report or says that it cannot be read', () => {
  const good = holding([TRACE])
  const to = targetOf('neutron')
  const known = knownNames()
  for (let i = 8; i < good.length; i += 3) {
    const bad = good.slice()
    bad[i] = bad[i]! ^ 0x55
    for (const bytes of [bad, good.subarray(0, i)])
      try {
        staticLook(bytes, to, undefined, known)
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError)
      }
  }
})

test('a target that is not known is refused with the closest', () => {
  expect(() => targetOf('wasmd@0.71')).toThrow(
    /no kind of chain or release is named "wasmd@0\.71"[\s\S]*similar: [^\n]*wasmd@0\.70/,
  )
  expect(() => targetOf('neutorn')).toThrow(/similar: neutron/)
  expect(targetOf('wasmd').release).toBe('0.61')
  expect(surfaceOf('hub').release).toBeUndefined()
})
