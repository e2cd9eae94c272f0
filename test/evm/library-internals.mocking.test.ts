import { readdirSync, readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type * as Library from '@ethereumjs/evm'
import type { EvmNode, Hex } from '../../src/evm/index.js'
import { WRITTEN_FOR } from '../../src/evm/library-internals.js'

/** What the installed library is to look like. */
let lacks: 'nothing' | 'interpreter' | 'stack' | 'emit' = 'nothing'

vi.mock('@ethereumjs/evm', async (original) => {
  const library = await original<typeof Library>()
  return {
    ...library,
    createEVM: async (options: { customOpcodes?: { logicFunction: (run: object) => void }[] } = {}) => {
      const customOpcodes = options.customOpcodes?.map((opcode) => ({
        ...opcode,
        logicFunction: (run: { interpreter: { _runState: object } }) => {
          const { interpreter } = run
          if (lacks === 'interpreter') return opcode.logicFunction({})
          if (lacks !== 'stack') return opcode.logicFunction(run)
          const shown = Object.create(interpreter, {
            _runState: { value: { ...interpreter._runState, stack: { words: [] } } },
          }) as object
          opcode.logicFunction({ interpreter: shown })
        },
      }))
      const evm = await library.createEVM({ ...options, ...(customOpcodes && { customOpcodes }) } as never)
      if (lacks === 'emit') Object.assign(evm, { _emit: undefined })
      return evm
    },
  }
})

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
/** Counts its calls in slot 0 and returns the number. */
const COUNTER = '0x5f54600101805f555f5260205ff3'
/** 21000 for the transaction, 2100 for SLOAD, 20000 for SSTORE, 26 for the rest. */
const GAS_USED = `0x${(21_000 + 2100 + 20_000 + 26).toString(16)}`
const AT = '0x00000000000000000000000000000000000000c0'

const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)

/** What makes nodes in a process that has loaded nothing yet. */
async function fresh(): Promise<() => EvmNode> {
  vi.resetModules()
  const { createEvmNode } = await import('../../src/evm/index.js')
  return () => createEvmNode({ accounts: { count: 1 } })
}

const ask = (node: EvmNode, method: string, ...params: unknown[]): Promise<unknown> => node.request({ method, params })

async function expectToRun(node: EvmNode): Promise<void> {
  await ask(node, 'anvil_setCode', AT, COUNTER)
  const hash = await ask(node, 'eth_sendTransaction', { from: ALICE, to: AT, gas: '0x186a0' })
  expect(await ask(node, 'eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1', gasUsed: GAS_USED })
  expect(Number((await ask(node, 'eth_call', { to: AT }, 'latest')) as Hex)).toBe(2)
}

beforeEach(() => {
  warnings.mockClear()
  lacks = 'nothing'
})

describe('private parts of the library', () => {
  test('are those of the installed release: there is no warning, and opcodes can be traced', async () => {
    const node = (await fresh())()
    await expectToRun(node)
    expect(warnings).not.toHaveBeenCalled()
    const trace = (await ask(node, 'debug_traceCall', { to: AT }, 'latest')) as { structLogs: unknown[] }
    expect(trace.structLogs.length).toBeGreaterThan(5)
  })

  test.each(['interpreter', 'stack', 'emit'] as const)(
    'a release without its %s runs, and warns once',
    async (part) => {
      lacks = part
      const create = await fresh()
      const node = create()
      await expectToRun(node)
      await expect(ask(node, 'debug_traceCall', { to: AT }, 'latest')).rejects.toThrow(
        `traces need the interpreter of @ethereumjs/evm ${WRITTEN_FOR}`,
      )
      await expectToRun(create())
      expect(warnings).toHaveBeenCalledTimes(1)
      expect(warnings.mock.calls[0]![0]).toContain("runs code with the library's own loop")
    },
  )

  test('are not accessed in another release', async () => {
    vi.resetModules()
    const { findInterpreter } = await import('../../src/evm/library-internals.js')
    expect(await findInterpreter('10.1.4')).toBeUndefined()
    expect(await findInterpreter('10.1.4')).toBeUndefined()
    expect(warnings).toHaveBeenCalledTimes(1)
    expect(warnings.mock.calls[0]![0]).toContain('(10.1.4) is not 10.1.3')
  })

  test('are accessed in only two files', () => {
    const folder = new URL('../../src/evm/', import.meta.url)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !/^library-(?:internals|frames)\.ts$/.test(name),
    )
    expect(files.length).toBeGreaterThan(100)
    const reaching = files.filter((name) => /\._[a-z]|\['_/.test(readFileSync(new URL(name, folder), 'utf8')))
    expect(reaching).toEqual([])
  })
})
