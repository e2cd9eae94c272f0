import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshProcess, inProcess } from '../harness/contender.js'
import { costs } from '../harness/cpu.js'
import { CW20, readModule, type Timed } from '../vm/cases.js'
import { nativeContender } from '../vm/native.js'
import type { Contender } from '../harness/contender.js'
import type { Group } from './line.js'

const NATIVE = 'cosmwasm-vm 3.0.10, native'
const ENGINE = 'the engine alone'
const OURS = 'ours, compile'
const COLD = 'ours, first compile'
const KEPT = 'ours, first compile, kept'
const EIGHT = 'ours, eight first compiles, kept'

const module = new URL('../vm/compile.js', import.meta.url)

/** From bytes to code that can be called; costs of a megabyte. */
export const compile: Group = {
  name: 'compile',
  lines: [
    {
      name: 'check, instrument, compile a MB (cw20_base)',
      ours: [OURS, 'compile'],
      peer: [NATIVE, 'compile'],
      aim: { most: 1_000_000 / 30 },
    },
    {
      name: 'check, instrument, compile a MB (cw20_base)',
      ours: [OURS, 'compile'],
      peer: [ENGINE, 'compile'],
      quick: true,
    },
    { name: 'the first of a process, a MB', ours: [COLD, 'compile'], peer: [OURS, 'compile'] },
    {
      name: 'the first of a process, a MB, rewritten by an earlier process',
      ours: [KEPT, 'compile'],
      peer: [COLD, 'compile'],
      quick: true,
    },
    {
      name: 'the first of a process, in each of 8 processes at once, as Vitest starts them',
      ours: [EIGHT, 'compile'],
      peer: [COLD, 'compile'],
    },
  ],
  contenders: {
    [OURS]: () => inProcess(OURS, module, ['warm', CW20.path]),
    [ENGINE]: () => inProcess(ENGINE, module, ['engine', CW20.path]),
    [COLD]: () => freshProcess(COLD, module, ['first', CW20.path]),
    [KEPT]: () => freshProcess(KEPT, module, ['kept', CW20.path, folder()]),
    [EIGHT]: eight,
    [NATIVE]: () => native(CW20),
  },
}

/** A cache of its own; the first round, which does not count, finds it empty. */
const folder = (): string => mkdtempSync(join(tmpdir(), 'sudobox-bench-'))

/** Means of eight processes that share a cache. */
function eight(): Contender {
  const shared = folder()
  const eight = Array.from({ length: 8 }, () => freshProcess(EIGHT, module, ['kept', CW20.path, shared]))
  return {
    name: EIGHT,
    async round() {
      const figures = await Promise.all(eight.map((one) => one.round()))
      const mean = (key: string): number => figures.reduce((sum, each) => sum + each[key]!, 0) / eight.length
      return costs('compile', { cpu: mean('compile'), wall: mean('compile wall') })
    },
    close: () => eight.forEach((one) => one.close()),
  }
}

/** Its costs are those of a megabyte too. */
function native(script: Timed): Contender | string {
  const contender = nativeContender(NATIVE, [{ ...script, nativeRuns: 20 }])
  if (typeof contender === 'string') return contender
  const megabytes = readModule(script.path).length / 1_000_000
  return {
    ...contender,
    round: async () => ({ compile: (await contender.round())[`${script.name}/compile`]! / megabytes }),
  }
}
