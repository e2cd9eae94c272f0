import { fc, property, runs } from '../../random.js'
import { describe, expect, test } from 'vitest'
import { toUtf8 } from '../../../src/base/bytes.js'
import type { ChainError } from '../../../src/base/errors.js'
import { GrpcError } from '../../../src/chain/errors.js'
import { FiniteGasMeter } from '../../../src/chain/gas.js'
import { Failure, QueryFailuresRequest, QueryFailuresResponse } from '../../../src/codec/neutron/contractmanager.js'
import { unsupportedRequest } from '../../../src/codec/wasm/index.js'
import { sudoWithLimit } from '../../../src/modules/contractmanager/sudo-limit.js'
import { DeterministicError, ErrExecuteFailed } from '../../../src/modules/wasm/errors.js'
import { validateGenesis, type SudoOutcome } from '../../../src/modules/contractmanager/index.js'
import { ProbeChain } from '../wasm/chain.js'

const PAYLOAD = toUtf8('{"kv_query_result":{"query_id":1}}')

/** Sets what the probe's `sudo` does: o ok, e error, p panic, l loop, s store for ever. */
const mode = (chain: ProbeChain, letter: string): void => {
  expect(chain.execute({ m: letter }).error).toBeUndefined()
}

const callBack = (
  chain: ProbeChain,
  meter?: FiniteGasMeter,
): { outcome?: SudoOutcome } & ReturnType<ProbeChain['call']> => {
  let outcome: SudoOutcome | undefined
  const called = chain.call((ctx) => {
    outcome = chain.app.contractManager.sudo(ctx, chain.first, PAYLOAD)
    return outcome.data
  }, meter)
  return { ...called, ...(outcome && { outcome }) }
}

const ids = (chain: ProbeChain): bigint[] =>
  chain.app.contractManager.failures(chain.context(), chain.text(chain.first)).map(({ id }) => id)

const resubmit = (chain: ProbeChain, id: bigint) =>
  chain.call((ctx) => {
    chain.app.contractManager.resubmit(ctx, chain.first, id)
    return undefined
  })

describe('a callback under the limit', () => {
  test('that succeeds leaves its writes and events, and no record', () => {
    const chain = new ProbeChain()
    const { outcome, events } = callBack(chain)
    expect(outcome?.error).toBeUndefined()
    expect(chain.stored('w')).toBe('{"kv_query_result":{"query_id":1}}')
    expect(events.map(({ type }) => type)).toEqual(['sudo', 'wasm'])
    expect(ids(chain)).toEqual([])
  })

  const FAILURES = [
    ['e', 'codespace: wasm, code: 5', 'Generic error: boom: execute wasm contract failed'],
    ['p', 'codespace: wasm, code: 29', /RuntimeError: unreachable: wasmvm error$/],
    ['l', 'codespace: contractmanager, code: 1103', 'sudo handling went beyond the gas limit allowed by the module'],
    ['s', 'codespace: contractmanager, code: 1103', 'sudo handling went beyond the gas limit allowed by the module'],
  ] as const

  test.each(FAILURES)(
    'that fails (%s) loses its writes; the record has the redacted error, the event the full one',
    (letter, error, full) => {
      const chain = new ProbeChain()
      mode(chain, letter)
      const { outcome, events } = callBack(chain)
      expect(chain.stored('w')).toBeUndefined()
      expect(chain.app.contractManager.failures(chain.context())).toEqual([
        { address: chain.text(chain.first), id: 0n, sudoPayload: PAYLOAD, error },
      ])
      expect(events).toHaveLength(1)
      expect(events[0]).toMatchObject({
        type: 'sudo',
        attributes: [
          ['_contract_address', chain.text(chain.first)],
          ['failure_id', '0'],
          ['error', typeof full === 'string' ? full : (expect.stringMatching(full) as string)],
        ],
      })
      expect(outcome?.failureId).toBe(0n)
    },
  )

  test("that fails with a system error of the VM keeps that error's text", () => {
    const chain = new ProbeChain()
    const fails = (error: Error): string => {
      const contracts = {
        sudo: () => {
          throw error
        },
      }
      const called = chain.call((ctx) => {
        sudoWithLimit(chain.app.contractManager, { contracts } as never, ctx, chain.first, PAYLOAD)
        return undefined
      })
      expect(called.events[0]?.attributes.find(([key]) => key === 'error')?.[1]).toBe((error as ChainError).log)
      return chain.app.contractManager.failures(chain.context()).at(-1)!.error
    }
    expect(fails(unsupportedRequest('no such thing'))).toBe('unsupported request: no such thing')
    expect(fails(new DeterministicError(ErrExecuteFailed, 'what the contract said'))).toBe('codespace: wasm, code: 5')
  })

  test('that runs out of gas uses exactly the limit, whatever it is', () => {
    for (const limit of [1_000_000n, 321_000n]) {
      const chain = new ProbeChain()
      mode(chain, 'l')
      chain.app.contractManager.setParams(chain.context(), { sudoCallGasLimit: limit })
      const { outcome } = callBack(chain)
      expect(outcome?.gasUsed).toBe(Number(limit))
    }
  })

  test('leaves no record when the caller runs out of gas', () => {
    const chain = new ProbeChain()
    mode(chain, 'l')
    const { panic } = callBack(chain, new FiniteGasMeter(1_005_000))
    expect(panic?.message).toBe('out of gas in location: consume gas from cached context')
    expect(ids(chain)).toEqual([])
  })
})

describe('a failure', () => {
  test('gets the highest stored id plus one, so ids are used again', () => {
    const chain = new ProbeChain()
    mode(chain, 'e')
    for (let i = 0; i < 3; i++) callBack(chain)
    expect(ids(chain)).toEqual([0n, 1n, 2n])
    mode(chain, 'o')
    expect(resubmit(chain, 2n).error).toBeUndefined()
    expect(resubmit(chain, 0n).error).toBeUndefined()
    mode(chain, 'e')
    callBack(chain)
    expect(ids(chain)).toEqual([1n, 2n])
  })

  test('stays as it is when it fails again, without another record', () => {
    const chain = new ProbeChain()
    mode(chain, 'e')
    callBack(chain)
    expect(resubmit(chain, 0n).error?.log).toBe(
      'cannot resubmit failure; failureId = 0; err = Generic error: boom: execute wasm contract failed: failed to resubmit failure',
    )
    expect(ids(chain)).toEqual([0n])
  })

  test('is resubmitted without a limit', () => {
    const chain = new ProbeChain()
    mode(chain, 'l')
    callBack(chain)
    const { panic, gas } = resubmit(chain, 0n)
    expect(panic?.message).toBe('out of gas in location: Wasm engine function execution')
    expect(gas).toBe(50_000_000)
  })

  test('that does not exist, or belongs to no contract, is refused by name', () => {
    const chain = new ProbeChain()
    expect(resubmit(chain, 5n).error).toMatchObject({
      codespace: 'sdk',
      code: 38,
      log: 'no failure with given FailureId found to resubmit: not found',
    })
    const { error } = chain.call((ctx) => {
      chain.app.contractManager.resubmit(ctx, new Uint8Array(20), 0n)
      return undefined
    })
    expect(error).toMatchObject({ codespace: 'contractmanager', code: 1104 })
  })

  test('without a payload cannot be resubmitted', () => {
    const chain = new ProbeChain()
    chain.app.contractManager.addFailure(chain.context(), chain.text(chain.first), new Uint8Array(0), 'x')
    expect(resubmit(chain, 0n).error?.log).toBe(
      'cannot resubmit failure without sudo payload; failureId = 0: incorrect failure to resubmit',
    )
  })

  property([
    fc.record({
      address: fc.string(),
      id: fc.bigInt(0n, (1n << 64n) - 1n),
      sudoPayload: fc.uint8Array(),
      error: fc.string(),
    }),
  ])('is read back as it was written', (failure) => {
    const sudoPayload = new Uint8Array(failure.sudoPayload)
    expect(Failure.decode(Failure.encode({ ...failure, sudoPayload }).finish())).toEqual({ ...failure, sudoPayload })
  })
})

describe('the list of failures', () => {
  const many = (): ProbeChain => {
    const chain = new ProbeChain()
    for (const contract of [chain.first, chain.second])
      for (let i = 0; i < 3; i++)
        chain.app.contractManager.addFailure(chain.context(), chain.text(contract), PAYLOAD, `e${i}`)
    return chain
  }
  const three = many()
  const list = (
    chain: ProbeChain,
    address: string,
    page?: Partial<Exclude<QueryFailuresRequest['pagination'], undefined>>,
  ) => {
    const pagination = page && {
      key: new Uint8Array(0),
      offset: 0n,
      limit: 0n,
      countTotal: false,
      reverse: false,
      ...page,
    }
    const request = QueryFailuresRequest.encode({ address, pagination }).finish()
    return QueryFailuresResponse.decode(
      chain.app.baseApp.queries.handler('/neutron.contractmanager.Query/Failures')!(chain.context(), request),
    )
  }
  const refusal = (run: () => unknown): ChainError => {
    try {
      run()
    } catch (error) {
      return error as ChainError
    }
    throw new Error('nothing was refused')
  }

  test('has a total only for a request without pagination', () => {
    const chain = many()
    expect(list(chain, '').pagination!.total).toBe(6n)
    expect(list(chain, '', { limit: 2n })).toMatchObject({ pagination: { total: 0n } })
    expect(list(chain, '', { limit: 2n, countTotal: true }).pagination!.total).toBe(6n)
  })

  test('is paged by key, forwards and backwards', () => {
    const chain = many()
    const address = chain.text(chain.first)
    for (const reverse of [false, true]) {
      const seen: bigint[] = []
      let key = new Uint8Array(0)
      do {
        const page = list(chain, address, { limit: 2n, key, reverse })
        seen.push(...page.failures.map(({ id }) => id))
        key = page.pagination!.nextKey as Uint8Array<ArrayBuffer>
      } while (key.length > 0)
      expect(seen).toEqual(reverse ? [2n, 1n, 0n] : [0n, 1n, 2n])
    }
  })

  test('refuses too large a limit, both a key and an offset, and invalid addresses', () => {
    const chain = many()
    expect(refusal(() => list(chain, '', { limit: 101n }))).toMatchObject({
      grpcCode: 'InvalidArgument',
      description: 'limit is more than maximum allowed (101 > 100)',
    })
    const both = refusal(() => list(chain, '', { offset: 1n, key: Uint8Array.of(1) }))
    expect(both).toBeInstanceOf(GrpcError)
    expect(both).toMatchObject({
      grpcCode: 'Internal',
      description: 'invalid request, either offset or key is expected, got both',
    })
    expect(refusal(() => list(chain, 'nobody'))).toMatchObject({ description: 'failed to parse address: nobody' })
  })

  const anyKey = fc.oneof(
    fc.uint8Array({ maxLength: 12 }),
    fc
      .tuple(fc.integer({ min: 0, max: 9 }), fc.nat(4))
      .map(([zeros, last]) => Uint8Array.of(...Array(zeros).fill(0), last)),
  )
  property([anyKey, fc.boolean()], { numRuns: runs(100) })('goes on at any key, and moves nothing', (key, reverse) => {
    const address = three.text(three.first)
    const from = Buffer.from(key).toString('hex')
    const ids = [0n, 1n, 2n]
    const ahead = ids.filter((id) => id.toString(16).padStart(16, '0') >= from)
    const page = () => list(three, address, { limit: 5n, key, reverse }).failures.map(({ id }) => id)
    if (!reverse || from === '') expect(page()).toEqual(reverse ? ids.toReversed() : ahead)
    // Backwards a page begins with the row of its key, or the next one. The chain looks at the row after that, too.
    else if (ahead.length === 1) expect(page).toThrow('prefixIterator invalid, cannot call Key()')
    else expect(page()).toEqual(ids.filter((id) => ahead.length === 0 || id <= ahead[0]!).toReversed())
    expect(three.app.contractManager.failures(three.context(), address)).toHaveLength(3)
  })
})

test('a genesis with the same failure twice is refused', () => {
  const failure = { address: 'neutron1a', id: '1', sudo_payload: '', error: '' }
  expect(() => validateGenesis({ params: {}, failures_list: [failure, { ...failure, id: '2' }] })).not.toThrow()
  expect(() => validateGenesis({ params: {}, failures_list: [failure, failure] })).toThrow(
    'duplicated address for failure',
  )
})
