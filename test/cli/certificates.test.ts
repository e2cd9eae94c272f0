import { expect, test } from 'vitest'
import { certificateLines } from '../../src/cli/output/certificate-output.js'
import { terminal } from '../../src/cli/output/terminal.js'
import type { GasBound, GasCertificate } from '../../src/fuzz/index.js'

const BOUND: GasBound = {
  gas: 412_000n,
  added: 292_000n,
  quantity: { of: 'entries', name: 'users' },
  message: 'deposit',
  points: [],
  reaches: undefined,
  upTo: 500,
  measuredTo: 64,
  how: 'extrapolated',
  degree: 'linear',
  residual: 0n,
}
const CERTIFICATE: GasCertificate = {
  contract: 'lab',
  callback: 'timeout',
  entryPoint: 'sudo',
  ran: true,
  limit: 5_000_000n,
  most: 120_000n,
  crossing: undefined,
  bounds: [BOUND],
  notCovered: { blocks: 0, of: 10 },
}

const textOf = (more: Partial<GasCertificate>): string | undefined =>
  certificateLines([{ ...CERTIFICATE, ...more }], terminal(false))[2]?.trim()

test('the gas of a callback is told by its highest bound, in one line', () => {
  expect(certificateLines([], terminal(false))).toEqual([])
  expect(textOf({})).toBe(
    'lab/timeout: at most 412,000 of 5,000,000 gas for up to 500 entries of "users" (linear, measured to 64)',
  )
  expect(textOf({ limit: 400_000n })).toMatch(/^lab\/timeout: may need 412,000 of 400,000 gas/)
  expect(textOf({ bounds: [{ ...BOUND, reaches: 8_357 }] })).toMatch(
    /measured to 64; predicted to run out of gas at 8,357\)$/,
  )
  expect(textOf({ ran: false, most: 0n, bounds: [] })).toBe(
    'lab/timeout: never ran in an action sequence, so nothing is known about its gas',
  )
  const times: GasBound = { ...BOUND, quantity: { of: 'times', name: 'element of ids in dispatch' } }
  expect(textOf({ bounds: [times] })).toMatch(/gas for up to 500 times "element of ids in dispatch"/)
  const measured: GasBound = { ...BOUND, how: 'measured', measuredTo: 512, quantity: { of: 'messages', name: 'tick' } }
  expect(textOf({ bounds: [measured, BOUND] })).toMatch(/gas for up to 512 messages "tick" \(linear, measured\)$/)
  expect(textOf({ bounds: [{ ...BOUND, how: 'proven', degree: 'constant' }] })).toMatch(
    /for any number of entries of "users" \(constant, proven: what it reads does not change\)$/,
  )
  expect(textOf({ bounds: [] })).toBe(
    'lab/timeout: at most 120,000 of 5,000,000 gas in the action sequences; no growth was measured',
  )
  const sent = { message: 'deposit', times: 1_151 }
  expect(textOf({ crossing: { sent, file: undefined } })).toBe(
    'lab/timeout: runs out of its 5,000,000 gas after 1,151 times "deposit"',
  )
})

test('code that no bound covers is told once for each entry point', () => {
  const one = { ...CERTIFICATE, notCovered: { blocks: 1_616, of: 3_567 } }
  const lines = certificateLines([one, { ...one, callback: 'error' }], terminal(false))
  expect(lines[1]).toBe('gas of 2 callbacks')
  expect(lines.slice(4)).toEqual(['  not covered: code of lab that never ran, 1,616 of 3,567 blocks of sudo'])
})
